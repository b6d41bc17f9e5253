// Reads the body of a form, with a limit of size and a timeout.

const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 10_000

/** A form that the service refuses, with the status of the response. */
export class FormError extends Error {
  override readonly name: string = 'FormError'
  readonly status: 400 | 408 | 413 | 415

  constructor(status: FormError['status'], message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Reads the fields of a form. A field that stands there twice counts as missing.
 *
 * @throws {FormError} when the body is no form, too long, too slow, or breaks off
 */
export async function formOf(request: Request): Promise<(name: string) => string | undefined> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new FormError(415, 'Send a form: application/x-www-form-urlencoded')
  const fields = new URLSearchParams(await textOf(request))
  return (name) => {
    const values = fields.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
}

async function textOf({ headers, body }: Request): Promise<string> {
  if (Number(headers.get('content-length') ?? 0) > MAX_BYTES) throw tooLong()
  if (body === null) return ''
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FormError(408, 'The form took too long to arrive')), TIMEOUT_MS)
  })
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(brokenOff), timeout])
      if (done) return Buffer.concat(pieces).toString()
      bytes += value.byteLength
      if (bytes > MAX_BYTES) throw tooLong()
      pieces.push(value)
    }
  } catch (error) {
    // The rest of the body is not waited for.
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const tooLong = (): FormError => new FormError(413, `A form has at most ${MAX_BYTES} bytes`)

/** Whoever sent the form has gone, and nobody reads the response: it is no failure of the service. */
function brokenOff(): never {
  throw new FormError(400, 'The form broke off')
}
