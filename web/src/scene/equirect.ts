import {
  DataTexture,
  EquirectangularReflectionMapping,
  LinearFilter,
  LinearSRGBColorSpace,
  type PixelFormat,
  RGBAFormat,
  SRGBColorSpace,
  Texture,
  type TextureDataType,
} from 'three';
import { fetchCode } from '../fetch-code.ts';

const EXR_MAGIC = 0x01312f76;

/**
 * Decodes a panorama into a texture: Radiance HDR, OpenEXR, or any image format of the browser, detected by content.
 * @throws when the bytes have none of these formats.
 */
export async function readEquirect(bytes: ArrayBuffer): Promise<Texture> {
  const texture = await decode(bytes);
  texture.mapping = EquirectangularReflectionMapping;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

async function decode(bytes: ArrayBuffer): Promise<Texture> {
  const view = new DataView(bytes);
  if (bytes.byteLength > 4 && view.getUint32(0, true) === EXR_MAGIC) {
    const { EXRLoader } = await fetchCode(() => import('three/addons/loaders/EXRLoader.js'));
    return fromData(new EXRLoader().parse(bytes));
  }
  if (bytes.byteLength > 2 && view.getUint16(0) === 0x233f) {
    const { HDRLoader } = await fetchCode(() => import('three/addons/loaders/HDRLoader.js'));
    return fromData(new HDRLoader().parse(bytes));
  }
  const texture = new Texture(await createImageBitmap(new Blob([bytes]), { imageOrientation: 'flipY' }));
  texture.flipY = false;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

type Decoded = {
  data: Uint16Array<ArrayBuffer>;
  width: number;
  height: number;
  format?: PixelFormat;
  type: TextureDataType;
};

// The loaders' declared result lacks properties that their code always sets: half floats and their layout.
function fromData(decoded: object): DataTexture {
  const { data, width, height, format = RGBAFormat, type } = decoded as Decoded;
  const texture = new DataTexture(data, width, height, format, type);
  texture.colorSpace = LinearSRGBColorSpace;
  texture.flipY = true;
  return texture;
}
