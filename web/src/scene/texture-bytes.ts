import { CompressedTexture, FloatType, HalfFloatType, Material, Mesh, type Object3D, Texture } from 'three';

/** Mipmaps add a third to the size of a texture. */
const WITH_COPIES = 4 / 3;
const CHANNELS = 4;

/** Estimated GPU memory of the objects' textures in bytes, each counted once. */
export function textureBytes(objects: Iterable<Object3D>): number {
  const sizes = new Map<Texture['source'], number>();
  for (const object of objects) {
    object.traverse((one) => {
      for (const texture of one instanceof Mesh ? texturesOf(one.material) : []) {
        sizes.set(texture.source, bytesOf(texture));
      }
    });
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

function texturesOf(material: Material | Material[]): Texture[] {
  const materials = Array.isArray(material) ? material : [material];
  return materials
    .filter((one) => one instanceof Material)
    .flatMap((one) => Object.values(one).filter((value) => value instanceof Texture));
}

function bytesOf(texture: Texture): number {
  if (texture instanceof CompressedTexture) {
    return texture.mipmaps.reduce((sum, { data }) => sum + data.byteLength, 0);
  }
  const { width = 0, height = 0 } = (texture.image ?? {}) as { width?: number; height?: number };
  const depth = { [HalfFloatType]: 2, [FloatType]: 4 }[texture.type as number] ?? 1;
  return width * height * CHANNELS * depth * (texture.generateMipmaps ? WITH_COPIES : 1);
}
