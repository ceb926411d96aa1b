import sharp from 'sharp';

const QUALITY = 86;

/** Placeholder for a model without a picture: the outline of a box on a transparent ground. */
const BOX = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="none" stroke="#8b8f98" stroke-width="2.5"
  stroke-linejoin="round"><path d="M48 22 71 35v26L48 74 25 61V35z"/><path d="m25 35 23 13 23-13M48 48v26"/></svg>`;

/** Draws the placeholder as WebP. @param size pixels a side. */
export async function drawPlaceholder(size: number): Promise<Buffer> {
  return await sharp(Buffer.from(BOX)).resize(size, size).webp({ quality: QUALITY }).toBuffer();
}
