import { type Material, parseDocument } from '@diorama/shared/scene/document.ts';
import {
  BoxGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Texture,
  Vector3,
} from 'three';
import { describe, expect, it, vi } from 'vitest';
import { ModelCopy } from './model-copy.ts';
import type { ModelTemplate } from './model-store.ts';
import { neededAssets } from './needed-assets.ts';
import { NodeRenderer, type NodeRendererDependencies } from './node-renderer.ts';
import { shaderClassOf } from './shader-class.ts';
import { createDrawing, nodeRendererDependencies } from './test/create-drawing.ts';

function materialOf(values: object): Material {
  const { m } = parseDocument({ materials: { m: values } }).materials;
  if (!m) {
    throw new Error('the document lost its material');
  }
  return m;
}

const boxes = (count: number, of: (i: number) => object = () => ({})) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`n${i}`, { kind: 'box', position: [i, 0, 0], ...of(i) }]),
  );

describe('shader classes', () => {
  it('group materials that differ only in color, roughness and metalness', () => {
    const keys = [{}, { color: '#ff0000' }, { roughness: 0.1, metalness: 1, name: 'steel' }].map(
      (values) => shaderClassOf(materialOf(values)).key,
    );
    expect(keys).toEqual(['plain', 'plain', 'plain']);
  });

  it('separate materials that need their own uniforms or shader', () => {
    const visible = [
      {},
      { doubleSided: true },
      { alphaMode: 'blend', opacity: 0.5 },
      { alphaMode: 'mask' },
      { emissive: '#ff0000' },
      { maps: { color: '/api/assets/1' } },
      { advanced: { clearcoat: 1 } },
    ];
    expect(new Set(visible.map((values) => shaderClassOf(materialOf(values)).key)).size).toBe(visible.length);
  });

  it('ignore invisible differences', () => {
    const invisible = [
      { opacity: 0.2 },
      { emissiveIntensity: 5 },
      { normalScale: 3 },
      { alphaCutoff: 0.1 },
      { aoStrength: 0 },
    ];
    expect(invisible.map((values) => shaderClassOf(materialOf(values)).key)).toEqual(
      invisible.map(() => 'plain'),
    );
  });
});

describe('drawing nodes', () => {
  it('draws 5,000 nodes of six shapes and fifty materials in few batches', () => {
    const materials = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [
        `m${i}`,
        { color: `#0000${(i + 16).toString(16)}`, roughness: i / 50 },
      ]),
    );
    const kinds = ['box', 'sphere', 'cylinder', 'cone', 'torus', 'plane'];
    const nodes = boxes(5000, (i) => ({ kind: kinds[i % kinds.length], material: `m${i % 50}` }));
    const { show, counts } = createDrawing();
    show({ nodes, materials });
    expect(counts()).toHaveLength(kinds.length);
    expect(counts().reduce((a, b) => a + b)).toBe(5000);
  });

  it('sets the position, size and color of every instance', () => {
    const { show, meshes } = createDrawing();
    show({
      materials: { red: { color: '#ff0000', roughness: 0.25, metalness: 1 } },
      nodes: {
        a: { kind: 'box' },
        b: { kind: 'box', material: 'red', position: [5, 0, 0], props: { size: [2, 4, 6] } },
      },
    });
    const [mesh] = meshes();
    const matrix = new Matrix4();
    const color = new Color();
    mesh?.getMatrixAt(1, matrix);
    mesh?.getColorAt(1, color);
    expect(new Vector3().setFromMatrixScale(matrix).toArray()).toEqual([2, 4, 6]);
    expect(new Vector3().setFromMatrixPosition(matrix).toArray()).toEqual([5, 0, 0]);
    expect(color.getHexString()).toBe('ff0000');
    expect([...(mesh?.geometry.getAttribute('instanceSurface').array ?? [])].slice(2, 4)).toEqual([0.25, 1]);
  });

  it('uses separate UV coordinates for textures with a real size, and shares them', () => {
    const { show, meshes } = createDrawing();
    const scene = (size: number) => ({
      materials: { m: { maps: { color: '/api/assets/1' }, uv: { size } } },
      nodes: {
        a: { kind: 'box', material: 'm', props: { size: [4, 1, 1] } },
        b: { kind: 'box', material: 'm', props: { size: [4, 1, 1] }, position: [9, 0, 0] },
        c: { kind: 'box', material: 'm' },
      },
    });
    const widest = () =>
      meshes().map(({ geometry }) => Math.max(...Array.from(geometry.getAttribute('uv').array, Number)));
    show(scene(0.5));
    expect(widest().sort()).toEqual([1, 4]);
  });

  it('shows a new node with its textures, even failed ones, and never hides a shown node', async () => {
    const loads: PromiseWithResolvers<Texture | null>[] = [];
    const onChange = vi.fn();
    const models = {} as NodeRendererDependencies['models'];
    const drawer = new NodeRenderer({
      ...nodeRendererDependencies(new Group(), models),
      onChange,
      loadMap: () => {
        const load = Promise.withResolvers<Texture | null>();
        loads.push(load);
        return load.promise;
      },
    });
    const maps = { color: '/api/assets/1', normal: '/api/assets/2' };
    const document = parseDocument({
      materials: { m: { maps }, other: { maps: { color: '/api/assets/3' } } },
      nodes: { a: { kind: 'box', material: 'm' } },
    });
    const placement = { world: new Matrix4(), visible: true };
    const draw = (material: string) => {
      const [node] = Object.values(document.nodes);
      drawer.draw('a', { node: { ...node, material } as typeof node & object, document, placement });
    };
    const isShown = () => drawer.objects.map((mesh) => mesh instanceof Mesh && mesh.material.visible);
    draw('m');
    expect(isShown()).toEqual([false]);
    loads[0]?.resolve(new Texture());
    await Promise.resolve();
    expect(isShown()).toEqual([false]);
    loads[1]?.resolve(null);
    await vi.waitFor(() => expect(isShown()).toEqual([true]));
    expect(onChange).toHaveBeenCalled();
    draw('other');
    expect(isShown()).toContain(true);
    expect(isShown()).not.toContain(false);
    drawer.dispose();
  });

  it('shows a new node after a timeout when its textures take too long', () => {
    vi.useFakeTimers();
    const models = {} as NodeRendererDependencies['models'];
    const loadMap = () => new Promise<null>(() => undefined);
    const drawer = new NodeRenderer({ ...nodeRendererDependencies(new Group(), models), loadMap });
    const document = parseDocument({
      materials: { m: { maps: { color: '/api/assets/1' } } },
      nodes: { a: { kind: 'box', material: 'm' } },
    });
    const node = document.nodes.a ?? expect.fail('the document lost its node');
    drawer.draw('a', { node, document, placement: { world: new Matrix4(), visible: true } });
    const [mesh] = drawer.objects as Mesh<BoxGeometry, MeshStandardMaterial>[];
    expect(mesh?.material.visible).toBe(false);
    vi.advanceTimersByTime(6_000);
    expect(mesh?.material.visible).toBe(true);
    drawer.dispose();
    vi.useRealTimers();
  });

  it('maps each instance to its node while others are removed', () => {
    const { drawer, show, meshes, counts } = createDrawing();
    show({ nodes: boxes(9) });
    const { n2: _a, n5: _b, ...kept } = boxes(9);
    show({ nodes: kept });
    const [mesh] = meshes();
    const matrix = new Matrix4();
    const found = counts()
      .flatMap((count) => Array.from({ length: count }, (_, i) => i))
      .map((i) => {
        mesh?.getMatrixAt(i, matrix);
        return { owner: mesh && drawer.whatIs(mesh, i)?.id, x: matrix.elements[12] };
      });
    expect(found).toHaveLength(7);
    for (const { owner, x } of found) {
      expect(owner).toBe(`n${x}`);
    }
  });

  it('draws mirrored nodes in a separate batch, so that faces stay outward', () => {
    const { show, meshes } = createDrawing();
    show({ nodes: { a: { kind: 'box' }, b: { kind: 'box', scale: [-1, 2, 1], position: [3, 0, 0] } } });
    const mirrored = meshes().filter(({ matrix }) => matrix.determinant() < 0);
    expect(mirrored).toHaveLength(1);
    const matrix = new Matrix4();
    mirrored[0]?.getMatrixAt(0, matrix);
    expect(matrix.determinant()).toBeGreaterThan(0);
    expect(matrix.premultiply(mirrored[0]?.matrix ?? matrix).elements[12]).toBe(3);
  });

  it('draws transparent nodes one by one, for sorting by distance', () => {
    const { show, counts } = createDrawing();
    show({
      materials: { glass: { alphaMode: 'blend', opacity: 0.4 } },
      nodes: boxes(3, () => ({ material: 'glass' })),
    });
    expect(counts()).toEqual([1, 1, 1]);
  });

  it('removes hidden nodes and restores them', () => {
    const { show, counts } = createDrawing();
    show({ nodes: boxes(3) });
    show({ nodes: { ...boxes(3), n1: { kind: 'box', visible: false, position: [1, 0, 0] } } });
    expect(counts()).toEqual([2]);
    show({ nodes: boxes(3) });
    expect(counts()).toEqual([3]);
  });

  it('leaves no meshes after all nodes are removed', () => {
    const { drawer, show, meshes } = createDrawing();
    show({ nodes: boxes(3) });
    show({ nodes: {} });
    expect(meshes()).toEqual([]);
    expect(drawer.objects).toEqual([]);
  });

  it('draws a loaded model as instances of its meshes, with materials assigned by the node', async () => {
    const parent = new Group();
    const own = new MeshStandardMaterial();
    own.name = 'Paint';
    const mesh = new Mesh(new BoxGeometry(2, 2, 2), own);
    const part = { key: 'x#0', geometry: mesh.geometry, material: own, slot: 'Paint', matrix: new Matrix4() };
    const template = { root: mesh, clips: [], parts: [part], variants: new Map() };
    const models = { load: async () => template } as unknown as NodeRendererDependencies['models'];
    const drawer = new NodeRenderer(nodeRendererDependencies(parent, models));
    const document = parseDocument({
      materials: { red: { color: '#ff0000' } },
      nodes: {
        plain: { kind: 'model', props: { asset: '/api/assets/1' } },
        dressed: { kind: 'model', props: { asset: '/api/assets/1', materials: { Paint: 'red' } } },
      },
    });
    for (const [id, node] of Object.entries(document.nodes)) {
      drawer.draw(id, { node, document, placement: { world: new Matrix4(), visible: true } });
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
    const drawn = drawer.objects.map((object) => (object instanceof InstancedMesh ? object.material : null));
    expect(drawn).toHaveLength(2);
    expect(drawn.filter((material) => material === own)).toHaveLength(1);
    expect(drawer.worldBoxOf('plain')?.getSize(new Vector3()).toArray()).toEqual([2, 2, 2]);
  });
});

describe('a texture that failed to load', () => {
  it('is applied to drawn nodes when requested again', async () => {
    const picture = new Texture();
    const answers = [null, picture];
    const loadMap = vi.fn(async () => answers.shift() ?? null);
    const parent = new Group();
    // The code under test calls only `load`.
    const models = { load: async () => null } as unknown as NodeRendererDependencies['models'];
    const drawer = new NodeRenderer({ ...nodeRendererDependencies(parent, models), loadMap });
    const document = parseDocument({
      materials: { m: { maps: { color: '/api/assets/1' } } },
      nodes: { a: { kind: 'box', material: 'm' } },
    });
    const { a: node } = document.nodes;
    if (node) {
      drawer.draw('a', { node, document, placement: { world: new Matrix4(), visible: true } });
    }
    const [mesh] = parent.children;
    const map = () =>
      mesh instanceof InstancedMesh && mesh.material instanceof MeshStandardMaterial
        ? mesh.material.map
        : null;
    await expect.poll(() => loadMap).toHaveBeenCalledTimes(1);
    drawer.reloadMap('/api/assets/2');
    expect(loadMap).toHaveBeenCalledTimes(1);
    drawer.reloadMap('/api/assets/1');
    await expect.poll(() => map()).toBe(picture);
    drawer.reloadMap('/api/assets/1');
    expect(loadMap).toHaveBeenCalledTimes(2);
  });
});

describe('models that cannot be instanced', () => {
  it('are drawn as copies at their nodes’ transforms until erased', async () => {
    const parent = new Group();
    const root = new Group().add(new Mesh(new BoxGeometry(1, 1, 1), new MeshStandardMaterial()));
    const file = { root, clips: [] };
    const makeCopy: ModelTemplate['copy'] = (animation, replace) => new ModelCopy(file, animation, replace);
    const models = {
      load: async () => ({ ...file, copy: makeCopy, parts: null, variants: new Map() }),
    } as unknown as NodeRendererDependencies['models'];
    const drawer = new NodeRenderer(nodeRendererDependencies(parent, models));
    const document = parseDocument({ nodes: { a: { kind: 'model', props: { asset: '/api/assets/1' } } } });
    const world = new Matrix4().makeTranslation(0, 3, 0);
    const node = document.nodes.a;
    if (node) {
      drawer.draw('a', { node, document, placement: { world, visible: true } });
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
    const [copy] = drawer.copies;
    expect(copy?.root.parent).toBe(parent);
    expect(copy?.root.matrix.elements).toEqual(world.elements);
    expect(copy && drawer.whatIs(copy.root)?.id).toBe('a');
    expect(copy?.isPlaying).toBe(false);
    drawer.erase('a');
    expect(parent.children).toEqual([]);
    expect(drawer.copies.size).toBe(0);
  });
});

describe('neededAssets', () => {
  it('returns the assets of models, maps and environment, each once', () => {
    const iri = (n: number) => `/api/assets/${n}`;
    const document = parseDocument({
      environment: { hdri: iri(1), background: { image: iri(2) } },
      materials: { m: { maps: { color: iri(3), normal: iri(4) } } },
      nodes: {
        a: { kind: 'model', props: { asset: iri(5) } },
        b: { kind: 'model', props: { asset: iri(5) } },
        c: { kind: 'box' },
      },
    });
    expect([...neededAssets(document)].sort()).toEqual([1, 2, 3, 4, 5].map(iri));
  });
});
