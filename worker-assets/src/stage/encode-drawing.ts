import sharp from 'sharp';

const WEBP_QUALITY = 86;
const JPEG_QUALITY = 86;

/** Encodes a drawn PNG as WebP. */
export async function toWebp(picture: Buffer): Promise<Buffer> {
  return await sharp(picture).webp({ quality: WEBP_QUALITY }).toBuffer();
}

/** Encodes a drawn PNG as JPEG, the only format that every site shows in link previews; transparent ones as WebP. */
export async function toJpeg(picture: Buffer): Promise<Buffer> {
  const { isOpaque } = await sharp(picture).stats();
  return isOpaque
    ? await sharp(picture).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
    : await toWebp(picture);
}
