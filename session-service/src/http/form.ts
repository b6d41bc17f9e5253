// Reads a form that somebody posts: no longer than it may be, and not for longer than it may take.

const MOST_BYTES = 64 * 1024
const PATIENCE_MS = 10_000

/** A form that is refused. */
export class FormRefused extends Error {
  override readonly name: string = 'FormRefused'
  readonly status: 400 | 408 | 413 | 415

  constructor(status: FormRefused['status'], message: string) {
    super(message)
    this.status = status
  }
}

/**
 * The fields of a form. One that is given twice counts as not given.
 *
 * @throws {FormRefused} when it is no form, too long, or too slow
 */
export async function formOf(request: Request): Promise<(name: string) => string | undefined> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new FormRefused(415, 'Send a form: application/x-www-form-urlencoded')
  const fields = new URLSearchParams(await textOf(request))
  return (name) => {
    const values = fields.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
}

async function textOf({ headers, body }: Request): Promise<string> {
  if (Number(headers.get('content-length') ?? 0) > MOST_BYTES) throw tooLong()
  if (body === null) return ''
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FormRefused(408, 'The form took too long to arrive')), PATIENCE_MS)
  })
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return Buffer.concat(pieces).toString()
      bytes += value.byteLength
      if (bytes > MOST_BYTES) throw tooLong()
      pieces.push(value)
    }
  } catch (error) {
    // What is still to come is not waited for.
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const tooLong = (): FormRefused => new FormRefused(413, `A form has at most ${MOST_BYTES} bytes`)
