import { Document, type Mesh, type Node } from '@gltf-transform/core';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { createGltfIo } from '../output/gltf-io.ts';

/** A picture of one colour as PNG bytes. */
export async function solidPng(size: number, color: string, alpha = 1): Promise<Uint8Array> {
  const background = { ...parseColor(color), alpha };
  return await sharp({ create: { width: size, height: size, channels: 4, background } })
    .png()
    .toBuffer();
}

/** A unit square in the XY plane, from the origin to (1, 1). */
export function squareMesh(document: Document, name = 'Square'): Mesh {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = (
    type: 'VEC2' | 'VEC3' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0)))
    .setAttribute('NORMAL', accessor('VEC3', Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0)))
    .setIndices(accessor('SCALAR', Uint16Array.of(0, 1, 2, 0, 2, 3)));
  return document.createMesh(name).addPrimitive(primitive);
}

/** A document with one node that holds `mesh`. */
export function documentWith(build: (document: Document) => Node[]): Document {
  const document = new Document();
  document.createBuffer();
  const scene = document.createScene('Scene');
  for (const node of build(document)) {
    scene.addChild(node);
  }
  return document;
}

/** The bytes of a GLB with one square of paper. */
export async function squareGlb(name: string): Promise<Uint8Array> {
  const document = documentWith((made) => [made.createNode(name).setMesh(squareMesh(made, name))]);
  document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.setMaterial(document.createMaterial('Paper'));
  return await (await createGltfIo()).writeGlb(document);
}

/**
 * A square with a transformed texture, used as colour, normals and roughness, and a plain one at its right.
 */
export async function texturedDocument(alphaMode: 'OPAQUE' | 'MASK' | 'BLEND'): Promise<Document> {
  const png = await solidPng(64, '#ff8000', 0.5);
  return documentWith((document) => {
    const texture = document.createTexture('Orange').setImage(png).setMimeType('image/png');
    const transform = document.createExtension(KHRTextureTransform).createTransform();
    const textured = document
      .createMaterial('Textured')
      .setAlphaMode(alphaMode)
      .setDoubleSided(true)
      .setBaseColorTexture(texture)
      .setMetallicRoughnessTexture(texture)
      .setNormalTexture(texture);
    textured
      .getBaseColorTextureInfo()
      ?.setExtension('KHR_texture_transform', transform.setScale([2, 3]).setOffset([0.25, 0.5]));
    const mesh = squareMesh(document);
    mesh.listPrimitives()[0]?.setMaterial(textured);
    return [
      document.createNode('Bottom left').setMesh(mesh),
      document.createNode('Right').setMesh(squareMesh(document)).setTranslation([3, 0, 0]),
    ];
  });
}

/** A square whose vertices are grey. */
export function coloredDocument(): Document {
  return documentWith((document) => {
    const mesh = squareMesh(document);
    const buffer = document.getRoot().listBuffers()[0] ?? null;
    const colors = document.createAccessor().setType('VEC3').setArray(new Float32Array(12).fill(0.5));
    mesh.listPrimitives()[0]?.setAttribute('COLOR_0', colors.setBuffer(buffer));
    return [document.createNode('Grey').setMesh(mesh)];
  });
}

/** A square that moves from x = 0 to x = 4 in two seconds, below a node at y = 1. */
export function animatedDocument(): Document {
  return documentWith((document) => {
    const moving = document.createNode('Moving').setMesh(squareMesh(document));
    addTranslation(document, moving, [0, 2], [0, 0, 0, 4, 0, 0]);
    return [document.createNode('Holder').setTranslation([0, 1, 0]).addChild(moving)];
  });
}

/**
 * A square whose lower vertices follow the joint `Root`. The upper ones follow its child `Tip`, which moves
 * up by 2 in a second.
 * The skin lists the child first, and the joints are below a node at x = 10.
 */
export function skinnedDocument(): Document {
  return documentWith((document) => {
    const mesh = squareMesh(document, 'Skinned');
    const buffer = document.getRoot().listBuffers()[0] ?? null;
    const tip = document.createNode('Tip').setTranslation([0, 1, 0]);
    const root = document.createNode('Root').addChild(tip);
    const joints = Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const weights = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    mesh
      .listPrimitives()[0]
      ?.setAttribute('JOINTS_0', document.createAccessor().setType('VEC4').setArray(joints).setBuffer(buffer))
      .setAttribute(
        'WEIGHTS_0',
        document.createAccessor().setType('VEC4').setArray(weights).setBuffer(buffer),
      );
    const inverse = [
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
    ];
    const matrices = document
      .createAccessor()
      .setType('MAT4')
      .setArray(new Float32Array(inverse))
      .setBuffer(buffer);
    const skin = document.createSkin('Skin').addJoint(tip).addJoint(root).setInverseBindMatrices(matrices);
    addTranslation(document, tip, [0, 1], [0, 1, 0, 0, 3, 0]);
    const armature = document.createNode('Armature').setTranslation([10, 0, 0]).addChild(root);
    return [armature, document.createNode('Body').setMesh(mesh).setSkin(skin).setTranslation([99, 99, 99])];
  });
}

/**
 * A square whose upper right vertex goes up by 1, and whose lower left one goes to the left.
 * The weights of two targets move them over a second.
 */
export function morphedDocument(): Document {
  return documentWith((document) => {
    const mesh = squareMesh(document, 'Morphed');
    const buffer = document.getRoot().listBuffers()[0] ?? null;
    const accessor = (values: number[], type: 'VEC3' | 'SCALAR') =>
      document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer);
    const [up, left] = [
      [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
      [-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    for (const offsets of [up, left]) {
      const target = document
        .createPrimitiveTarget()
        .setAttribute('POSITION', accessor(offsets ?? [], 'VEC3'));
      mesh.listPrimitives()[0]?.addTarget(target);
    }
    const node = document.createNode('Morphing').setMesh(mesh.setWeights([0, 0]));
    const sampler = document
      .createAnimationSampler()
      .setInput(accessor([0, 1], 'SCALAR'))
      .setOutput(accessor([0, 0, 1, 0.5], 'SCALAR'));
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('weights');
    document.createAnimation('Wave').addSampler(sampler).addChannel(channel.setSampler(sampler));
    return [node];
  });
}

function addTranslation(document: Document, node: Node, times: number[], values: number[]): void {
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const sampler = document
    .createAnimationSampler()
    .setInput(document.createAccessor().setType('SCALAR').setArray(new Float32Array(times)).setBuffer(buffer))
    .setOutput(
      document.createAccessor().setType('VEC3').setArray(new Float32Array(values)).setBuffer(buffer),
    );
  const channel = document
    .createAnimationChannel()
    .setTargetNode(node)
    .setTargetPath('translation')
    .setSampler(sampler);
  document.createAnimation('Move').addSampler(sampler).addChannel(channel);
}

function parseColor(color: string): { r: number; g: number; b: number } {
  const value = Number.parseInt(color.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
}
