import { zipSync } from 'fflate';

/** An archive with these raw names and without the UTF-8 flag, as the Finder packs files. */
export function unmarkedZip(
  files: readonly { name: Uint8Array; bytes: Uint8Array }[],
): Uint8Array<ArrayBuffer> {
  const places = files.map(({ name }, i) => String(i).padStart(name.length, '#'));
  const archive = Buffer.from(zipSync(Object.fromEntries(files.map(({ bytes }, i) => [places[i], bytes]))));
  for (const [i, { name }] of files.entries()) {
    const place = places[i] ?? '';
    for (let at = archive.indexOf(place); at >= 0; at = archive.indexOf(place, at + 1)) {
      archive.set(name, at);
    }
  }
  return new Uint8Array(archive);
}
