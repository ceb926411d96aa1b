import sharp from 'sharp';

/** A picture in the format of an extension. */
export async function pictureAs(ending: string, png: Uint8Array): Promise<Uint8Array> {
  const picture = sharp(png);
  switch (ending) {
    case 'tga':
      return await tgaOf(png);
    case 'tif':
    case 'tiff':
      return new Uint8Array(await picture.tiff({ compression: 'lzw' }).toBuffer());
    default:
      return new Uint8Array(await picture.png().toBuffer());
  }
}

async function tgaOf(png: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width, info.height].map((side) => [side & 255, side >> 8]);
  const blueFirst = data.map((_, i) => data[i + 2 - 2 * (i % 3)] ?? 0);
  return Uint8Array.from([
    0,
    0,
    2,
    ...Array(9).fill(0),
    ...(width ?? []),
    ...(height ?? []),
    24,
    0x20,
    ...blueFirst,
  ]);
}
