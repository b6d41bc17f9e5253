// The natives of Prototype.js 1.6, which no registry has, by their documentation. What 1.7 has is the script `prototype`.
const K = (value) => value
const toArray = (value) => {
  const list = []
  for (let index = 0; index < value.length; index++) list.push(value[index])
  return list
}
const isText = (value) => typeof value === 'string' || value instanceof String

Array.from = (value) => (value ? (value.toArray ? value.toArray() : toArray(value)) : [])
Object.assign(Array.prototype, {
  each(run, context) {
    for (let index = 0; index < this.length; index++) run.call(context, this[index], index)
    return this
  },
  map(run = K, context = undefined) {
    const list = []
    this.each((value, index) => list.push(run.call(context, value, index)))
    return list
  },
  find(run, context) {
    let found
    this.each((value, index) => {
      if (found === undefined && run.call(context, value, index)) found = value
    })
    return found
  },
  filter(run, context) {
    const list = []
    this.each((value, index) => void (run.call(context, value, index) && list.push(value)))
    return list
  },
  every(run = K, context = undefined) {
    let isTrue = true
    this.each((value, index) => (isTrue = isTrue && !!run.call(context, value, index)))
    return isTrue
  },
  some(run = K, context = undefined) {
    let isTrue = false
    this.each((value, index) => (isTrue = isTrue || !!run.call(context, value, index)))
    return isTrue
  },
  entries() {
    return toArray(this)
  },
  toArray() {
    return toArray(this)
  },
  first() {
    return this[0]
  },
  last() {
    return this[this.length - 1]
  },
  size() {
    return this.length
  },
  toJSON() {
    return `[${this.map((value) => Object.toJSON(value)).join(', ')}]`
  },
})
Object.toJSON = (value) => {
  if (value === null || typeof value === 'boolean') return String(value)
  if (value === undefined || typeof value === 'function') return undefined
  if (value.toJSON) return value.toJSON()
  const parts = []
  for (const name in value) {
    const text = Object.toJSON(value[name])
    if (text !== undefined) parts.push(`${name.toJSON()}: ${text}`)
  }
  return `{${parts.join(', ')}}`
}
Object.keys = (object) => {
  const names = []
  for (const name in object) names.push(name)
  return names
}
Object.values = (object) => Object.keys(object).map((name) => object[name])
Object.assign(String.prototype, {
  toJSON() {
    return `"${this.replace(/["\\]/g, '\\$&')}"`
  },
  startsWith(start) {
    return this.indexOf(start) === 0
  },
  endsWith(end) {
    const at = this.length - end.length
    return at >= 0 && this.lastIndexOf(end) === at
  },
  include(part) {
    return this.indexOf(part) > -1
  },
})
Number.prototype.toJSON = function () {
  return Number.isFinite(Number(this)) ? this.toString() : 'null'
}
Function.prototype.bind = function (self, ...first) {
  return self === undefined && first.length === 0 ? this : (...rest) => this.apply(self, [...first, ...rest])
}
window.$A = Array.from
window.$ = (found) => (isText(found) ? document.getElementById(found) : found)
