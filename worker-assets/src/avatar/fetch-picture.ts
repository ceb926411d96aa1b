/** Largest accepted picture, in bytes. */
const MAX_BYTES = 5_000_000;
const TIMEOUT_MS = 10_000;
const PICTURE = /^image\/(?:jpeg|png|webp)(?:;|$)/;

/** Refusal of a picture, which a retry does not change. */
export class RefusedPictureError extends Error {
  override readonly name = 'RefusedPictureError';
}

/**
 * Downloads a picture of another service. The address is untrusted: it must have one of the given origins, and redirects
 * are not followed, so that no internal service can be reached.
 * @throws RefusedPictureError for another origin, an answer without a picture, or one above 5 MB; the error of `fetch`
 * when the service cannot be reached within ten seconds
 */
export async function fetchPicture(
  address: string,
  { origins, signal }: { origins: readonly string[]; signal: AbortSignal },
): Promise<{ bytes: Buffer; contentType: string }> {
  const url = URL.parse(address);
  if (url === null || !origins.includes(url.origin) || url.username !== '' || url.password !== '') {
    throw new RefusedPictureError('The origin of the picture is not allowed');
  }
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    headers: { accept: 'image/webp,image/jpeg,image/png' },
  });
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel();
    throw new Error(`The picture's service answered ${response.status}`);
  }
  const contentType = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || !PICTURE.test(contentType)) {
    await response.body?.cancel();
    throw new RefusedPictureError(`There is no picture: ${response.status} ${contentType}`);
  }
  return { bytes: await readAtMost(response), contentType: contentType.replace(/;.*/s, '') };
}

/** Reads a body without trusting its announced length. */
async function readAtMost(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      throw new RefusedPictureError('The picture is too large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
