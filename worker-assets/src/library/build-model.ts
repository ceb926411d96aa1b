import { Document, Logger, type Material, type Node } from '@gltf-transform/core';
import { KHRMaterialsEmissiveStrength } from '@gltf-transform/extensions';
import { type BufferGeometry, Color, Euler, Quaternion } from 'three';
import { describeModel, type ModelDescription } from '../import/describe-model.ts';
import type { GltfIo } from '../output/gltf-io.ts';
import type { ImageEncoder } from '../output/images.ts';
import { writeVariants } from '../output/write-variants.ts';
import type { Look, ModelSeed, Part } from './seed.ts';

/** Models made in code have no pictures. */
const encodeImage: ImageEncoder = () => Promise.reject(new Error('There is no picture to encode'));

/** A model of the library as its files. */
export type BuiltModel = { main: Uint8Array; mobile: Uint8Array; description: ModelDescription };

/** Writes the files of a model, with the same writer as for every other model. */
export async function buildModel(seed: ModelSeed, io: GltfIo): Promise<BuiltModel> {
  const document = toDocument(seed);
  standOnGround(document);
  const description = describeModel(document);
  const { glb: main, mobile } = await writeVariants(document, { io, encodeImage, purpose: 'asset' });
  return { main, mobile, description };
}

function toDocument({ name, looks, parts }: ModelSeed): Document {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  document.createBuffer();
  const scene = document.createScene(name);
  document.getRoot().setDefaultScene(scene);
  const materials = new Map(
    Object.entries(looks).map(([slot, look]) => [slot, toMaterial(document, slot, look)] as const),
  );
  const root = document.createNode(name);
  for (const part of parts()) {
    const material = materials.get(part.material);
    if (!material) {
      throw new Error(`${name} has no material ${part.material}`);
    }
    root.addChild(toNode(document, part, material));
  }
  scene.addChild(root);
  return document;
}

function standOnGround(document: Document): void {
  const { bounds } = describeModel(document);
  for (const root of document.getRoot().getDefaultScene()?.listChildren() ?? []) {
    root.setTranslation([0, -bounds.min[1], 0]);
  }
}

function toMaterial(document: Document, slot: string, look: Look): Material {
  const { color, roughness = 0.8, metalness = 0, emissive, glow = 1 } = look;
  const material = document
    .createMaterial(slot)
    .setBaseColorFactor([...linear(color), 1])
    .setRoughnessFactor(roughness)
    .setMetallicFactor(metalness);
  if (emissive !== undefined) {
    material.setEmissiveFactor(linear(emissive));
    if (glow > 1) {
      const strength = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
      material.setExtension('KHR_materials_emissive_strength', strength.setEmissiveStrength(glow));
    } else {
      material.setEmissiveFactor(linear(emissive, glow));
    }
  }
  return material;
}

/** A colour in glTF's linear form, dimmed by a factor. */
function linear(color: string, factor = 1): [number, number, number] {
  const { r, g, b } = new Color(color);
  return [r * factor, g * factor, b * factor];
}

function toNode(document: Document, part: Part, material: Material): Node {
  const [x, y, z] = part.turn ?? [0, 0, 0];
  const turn = new Quaternion().setFromEuler(
    new Euler((x * Math.PI) / 180, (y * Math.PI) / 180, (z * Math.PI) / 180, 'YXZ'),
  );
  const mesh = document.createMesh(part.name).addPrimitive(toPrimitive(document, part.form, material));
  part.form.dispose();
  return document
    .createNode(part.name)
    .setMesh(mesh)
    .setTranslation([...(part.at ?? [0, 0, 0])])
    .setRotation([turn.x, turn.y, turn.z, turn.w])
    .setScale([...(part.scale ?? [1, 1, 1])]);
}

const ATTRIBUTES = {
  position: ['POSITION', 'VEC3'],
  normal: ['NORMAL', 'VEC3'],
  uv: ['TEXCOORD_0', 'VEC2'],
} as const;

function toPrimitive(document: Document, form: BufferGeometry, material: Material) {
  const primitive = document.createPrimitive().setMaterial(material);
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  for (const [name, [semantic, type]] of Object.entries(ATTRIBUTES)) {
    const attribute = form.getAttribute(name);
    const array = Float32Array.from(attribute.array);
    primitive.setAttribute(
      semantic,
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer),
    );
  }
  const index = form.getIndex();
  if (index) {
    const array = Uint32Array.from(index.array);
    primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(array).setBuffer(buffer));
  }
  return primitive;
}
