// What frameworks wrote on natives before the language had it, some of it under names that mean something else today.
Array.prototype.toJSON = function () {
  return `[${this.join(', ')}]`
}
Array.prototype.entries = function () {
  return this.slice()
}
Array.prototype.each = Array.prototype.forEach
Array.from = (value) => (value === null || value === undefined ? [] : [].slice.call(value))
Object.prototype.extend = function (members) {
  for (const name in members) this[name] = members[name]
  return this
}
Function.prototype.bind = function (self, ...first) {
  return (...rest) => this.apply(self, [...first, ...rest])
}
String.prototype.strip = String.prototype.trim
