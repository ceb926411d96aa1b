import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { MAX_INPUT_PIXELS } from '../output/images.ts';

/** Size of the PNG signature and header, after which a profile may follow. */
const HEAD_BYTES = 33;
/** A profile name of one letter, which is required, its terminator, and the compression method. */
const PROFILE_HEAD = Uint8Array.of(0x70, 0, 0);

/** Adds an ICC profile to raw pixels by a PNG, because sharp reads profiles only from files. */
export async function applyColorProfile(pixels: Sharp, profile: Uint8Array): Promise<Sharp> {
  const png = await pixels.png({ compressionLevel: 0 }).toBuffer();
  const body = Buffer.concat([Buffer.from('iCCP'), PROFILE_HEAD, deflateSync(profile)]);
  const chunk = [numberOf(body.length - 4), body, numberOf(crc32(body))];
  const whole = Buffer.concat([png.subarray(0, HEAD_BYTES), ...chunk, png.subarray(HEAD_BYTES)]);
  return sharp(whole, { limitInputPixels: MAX_INPUT_PIXELS });
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
