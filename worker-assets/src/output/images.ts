import sharp from 'sharp';

/** A picture that has been made small enough and is in a format its reader knows. */
export type EncodedImage = { bytes: Uint8Array; mimeType: 'image/png' | 'image/jpeg' | 'image/webp' };

export type EncodeOptions = {
  /** Longest side in pixels; larger pictures are made smaller, smaller ones left. */
  maxSize: number;
  /** Keep transparency. */
  alpha: boolean;
  format: 'webp' | 'png-or-jpeg';
  /** Numbers rather than colours (normals, roughness): compressed with more care. */
  data: boolean;
};

/** Encodes one picture. @throws when the bytes are no picture that can be read within the limits. */
export type ImageEncoder = (bytes: Uint8Array, options: EncodeOptions) => Promise<EncodedImage>;

/** A file of 31 kB may declare 16,000² pixels; this is a 12,000² picture, more than any texture of use. */
export const MAX_INPUT_PIXELS = 144_000_000;

const QUALITY = { color: 85, data: 92 } as const;

/** The encoder that works with sharp; PNG and JPEG that already fit are kept byte by byte where those are asked for. */
export const encodeImage: ImageEncoder = async (bytes, options) => {
  const image = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' });
  const { format, width, height, hasAlpha } = await image.metadata();
  const fits = Math.max(width, height) <= options.maxSize;
  const keepsAlpha = options.alpha && hasAlpha;
  if (options.format === 'png-or-jpeg' && fits && (format === 'jpeg' || (format === 'png' && keepsAlpha))) {
    // Reading the pixels once finds a broken file, which a phone would refuse.
    await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' }).stats();
    return { bytes, mimeType: format === 'jpeg' ? 'image/jpeg' : 'image/png' };
  }
  const resized = fits
    ? image
    : image.resize({ width: options.maxSize, height: options.maxSize, fit: 'inside', kernel: 'lanczos3' });
  const quality = options.data ? QUALITY.data : QUALITY.color;
  const opaque = keepsAlpha ? resized : resized.removeAlpha();
  if (options.format === 'webp') {
    const encoded = await opaque.webp({ quality, effort: 3, smartSubsample: options.data }).toBuffer();
    return { bytes: encoded, mimeType: 'image/webp' };
  }
  if (keepsAlpha) {
    return { bytes: await opaque.png({ compressionLevel: 9 }).toBuffer(), mimeType: 'image/png' };
  }
  const chromaSubsampling = options.data ? '4:4:4' : '4:2:0';
  return { bytes: await opaque.jpeg({ quality, chromaSubsampling }).toBuffer(), mimeType: 'image/jpeg' };
};
