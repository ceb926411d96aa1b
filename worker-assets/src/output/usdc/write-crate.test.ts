import fc from 'fast-check';
// @ts-expect-error three ships this reader without types
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js';
import { describe, expect, it } from 'vitest';
import { layerSpecs, UsdPrim } from './layer.ts';
import { writeCrate } from './write-crate.ts';

type ReadSpec = { specType: number; fields: Record<string, unknown> };

/** Specs by path, read by an independent reader. */
function readBack(root: UsdPrim, endSeconds?: number): Record<string, ReadSpec> {
  const timeline = endSeconds ? { startSeconds: 0, endSeconds, framesPerSecond: 60 } : undefined;
  return new USDCParser().parseData(writeCrate(layerSpecs(root, { timeline })).buffer).specsByPath;
}

function readValue(specs: Record<string, ReadSpec>, path: string): unknown {
  return specs[path]?.fields.default;
}

describe('a crate file read by another reader', () => {
  it('declares meters, Y up and the default prim', () => {
    const fields = readBack(new UsdPrim('/Root', 'Xform'))['/']?.fields;
    expect(fields).toMatchObject({ metersPerUnit: 1, upAxis: 'Y', defaultPrim: 'Root' });
  });

  it('keeps the tree of prims, their types and properties', () => {
    const root = new UsdPrim('/Root', 'Xform', { kind: 'component' });
    const first = root.child('A', 'Xform');
    first.child('Deep', 'Mesh').child('Deeper', 'Scope');
    root.child('B', 'Scope').attribute('size', 'double', 2);
    const specs = readBack(root);
    const prims = Object.keys(specs).filter((path) => specs[path]?.specType === 6);
    expect(prims.sort()).toEqual(['/Root', '/Root/A', '/Root/A/Deep', '/Root/A/Deep/Deeper', '/Root/B']);
    expect(specs['/Root/A/Deep']?.fields.typeName).toBe('Mesh');
    expect(readValue(specs, '/Root/B.size')).toBe(2);
  });

  it('gives siblings unique identifiers and keeps their original names', () => {
    const root = new UsdPrim('/Root', 'Xform');
    const paths = ['Left wheel', 'Left wheel', '3 axles'].map((name) => root.child(name, 'Xform').path);
    expect(paths).toEqual(['/Root/Left_wheel', '/Root/Left_wheel_1', '/Root/_3_axles']);
    expect(readBack(root)['/Root/_3_axles']?.fields.displayName).toBe('3 axles');
  });

  it('removes NUL characters from names', () => {
    const root = new UsdPrim('/Root', 'Xform');
    root.child('a\0b', 'Mesh');
    root.child('\0', 'Scope');
    root.child('Last', 'Mesh');
    const specs = readBack(root);
    expect(specs['/Root/a_b']?.fields.displayName).toBe('ab');
    expect(specs['/Root/Last']?.fields.typeName).toBe('Mesh');
  });

  it('stores scalars of every kind', () => {
    const root = new UsdPrim('/Root', 'Xform');
    root.attribute('yes', 'bool', true);
    root.attribute('negative', 'int', -7);
    root.attribute('third', 'float', 1 / 3);
    root.attribute('precise', 'double', 0.1);
    root.attribute('word', 'token', 'plane');
    root.attribute('text', 'string', 'hello');
    root.attribute('turn', 'quatf', [0.5, 0.5, 0.5, -0.5]);
    root.attribute('matrix', 'matrix4d', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]);
    const specs = readBack(root);
    expect(readValue(specs, '/Root.yes')).toBe(true);
    expect((readValue(specs, '/Root.negative') as number) | 0).toBe(-7);
    expect(readValue(specs, '/Root.third')).toBe(Math.fround(1 / 3));
    expect(readValue(specs, '/Root.precise')).toBe(0.1);
    expect(readValue(specs, '/Root.word')).toBe('plane');
    expect(readValue(specs, '/Root.text')).toBe('hello');
    expect(readValue(specs, '/Root.turn')).toEqual([0.5, 0.5, 0.5, -0.5]);
    expect((readValue(specs, '/Root.matrix') as number[]).slice(12)).toEqual([5, 6, 7, 1]);
  });

  it('connects shaders by path', () => {
    const root = new UsdPrim('/Root', 'Material');
    const shader = root.child('Surface', 'Shader');
    root.connect('outputs:surface', 'token', shader.output('outputs:surface', 'token'));
    expect(readBack(root)['/Root.outputs:surface']?.fields.connectionPaths).toEqual([
      '/Root/Surface.outputs:surface',
    ]);
  });

  it('stores samples over time', () => {
    const root = new UsdPrim('/Root', 'Xform');
    const times = Float64Array.of(0, 30, 60.5);
    root.animated('xformOp:translate', 'float3', {
      times,
      values: [
        [0, 0, 0],
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
    root.animated('scales', 'half3[]', {
      times,
      values: [
        [1, 1, 1],
        [0.5, 2, 1],
        [1, 1, 1],
      ],
    });
    const specs = readBack(root, 2);
    expect(specs['/']?.fields.endTimeCode).toBe(120);
    expect(specs['/Root.xformOp:translate']?.fields.timeSamples).toEqual({
      times: [0, 30, 60.5],
      values: [
        [0, 0, 0],
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
    const scales = specs['/Root.scales']?.fields.timeSamples as { values: Float32Array[] };
    expect([...(scales.values[1] ?? [])]).toEqual([0.5, 2, 1]);
  });

  it('stores an array that is used twice only once', () => {
    const points = new Float32Array(30_000).map((_, i) => Math.sin(i));
    const bytes = (copies: number) => {
      const root = new UsdPrim('/Root', 'Xform');
      for (let i = 0; i < copies; i += 1) {
        root.child('Mesh', 'Mesh').attribute('points', 'point3f[]', points);
      }
      return writeCrate(layerSpecs(root)).length;
    };
    expect(bytes(5) - bytes(1)).toBeLessThan(2000);
  });

  it('compresses any integers without loss', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), fc.nat(9)), { maxLength: 400 }), (values) => {
        const root = new UsdPrim('/Root', 'Xform');
        root.attribute('values', 'int[]', Int32Array.from(values));
        expect([...(readValue(readBack(root), '/Root.values') as Int32Array)]).toEqual(values);
      }),
    );
  });

  it('compresses a large regular index buffer to a fraction', () => {
    const indices = Uint32Array.from({ length: 300_000 }, (_, i) => Math.floor(i / 3) + (i % 3));
    const root = new UsdPrim('/Root', 'Mesh');
    root.attribute('faceVertexIndices', 'int[]', indices);
    expect(writeCrate(layerSpecs(root)).length).toBeLessThan(indices.byteLength / 10);
    expect(Uint32Array.from(readValue(readBack(root), '/Root.faceVertexIndices') as Int32Array)).toEqual(
      indices,
    );
  });

  it('rejects a list with a path that the layer lacks', () => {
    const root = new UsdPrim('/Root', 'Xform');
    root.relationship('material:binding', new UsdPrim('/Elsewhere', 'Material'));
    expect(() => writeCrate(layerSpecs(root))).toThrow('/Elsewhere');
  });
});
