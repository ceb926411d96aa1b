import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { RefusedError } from '../refused-error.ts';
import { composeLayers } from './compose-layers.ts';
import { SPEC_TYPE } from './layer-specs.ts';
import { openUsd } from './layers.ts';

/** Composes layers, of which the first is the root; their texts lack headers. */
function composed(files: Record<string, string>) {
  const texts = Object.entries(files).map(([name, body]) => [name, strToU8(`#usda 1.0\n${body}\n`)]);
  const { root, layers } = openUsd(zipSync(Object.fromEntries(texts)).slice().buffer);
  return composeLayers(root, layers);
}
const single = (body: string) => composed({ 'scene.usda': body });
const partsOf = (specs: ReturnType<typeof single>, type: string) =>
  Object.keys(specs).filter((path) => specs[path]?.fields.typeName === type);
const BOX = 'def Mesh "Box" { int[] faceVertexCounts = [3] }';

describe('USD layers', () => {
  it.each([
    ['a prim by references', 'prepend references = </Proto>'],
    ['a prim by inherits', 'inherits = </Proto>'],
    ['a prim by specializes', 'specializes = </Proto>'],
  ])('repeat a prim with its descendants where a prim refers to %s', (_, refer) => {
    const specs = single(`def Xform "Proto" { ${BOX} }
      def Xform "One" (${refer}) { double3 xformOp:translate = (3, 0, 0) }
      def Xform "Two" (inherits = </One>) {}`);
    expect(partsOf(specs, 'Mesh').sort()).toEqual(['/One/Box', '/Proto/Box', '/Two/Box']);
    expect(specs['/Two.xformOp:translate']?.fields.default).toEqual([3, 0, 0]);
    expect(specs['/Two/Box.faceVertexCounts']?.fields.default).toEqual([3]);
  });

  it('do not draw classes and overs themselves', () => {
    const specs = single(
      `class "Kind" { ${BOX} } over "Nothing" { ${BOX} } def "One" (inherits = </Kind>) {}`,
    );
    expect(partsOf(specs, 'Mesh')).toEqual(['/One/Box']);
  });

  it.each([
    ['references', 'prepend references = @./parts/box.usda@'],
    ['references with a prim path', 'references = [@parts/box.usda@</Other>]'],
    ['payloads', 'payload = @parts/box.usda@ (offset = 3)'],
    ['payloads in a list', 'prepend payload = [@parts/box.usda@]'],
  ])('take prims from other layers by %s and map their paths', (_, refer) => {
    const inner = (name: string) =>
      `def Xform "${name}" { ${BOX.replace('}', `rel material:binding = </${name}/Paint> }`)}
       def Material "Paint" { asset inputs:file = @../maps/wood.png@ } }`;
    const specs = composed({
      'scene.usda': `def Xform "Here" (${refer}) { over "Box" { bool doubleSided = 1 } }`,
      'parts/box.usda': `(defaultPrim = "Root")\n${inner('Root')} ${inner('Other')}`,
    });
    expect(partsOf(specs, 'Mesh')).toEqual(['/Here/Box']);
    expect(specs['/Here/Box.doubleSided']?.fields.default).toBe(true);
    expect(specs['/Here/Box.material:binding']?.fields.targetPaths).toEqual(['/Here/Paint']);
    expect(specs['/Here/Paint.inputs:file']?.fields.default).toBe('maps/wood.png');
  });

  it('stack as sublayers, with the stronger value winning', () => {
    const specs = composed({
      'scene.usda': '( subLayers = [@./low.usda@] metersPerUnit = 1 )\nover "A" { float x = 1 }',
      'low.usda': '( metersPerUnit = 7 )\ndef Xform "A" { float x = 2\nfloat y = 3 } def Xform "B" {}',
    });
    expect(partsOf(specs, 'Xform')).toEqual(['/A', '/B']);
    expect([specs['/A.x'], specs['/A.y']].map((spec) => spec?.fields.default)).toEqual([1, 3]);
    expect(specs['/']?.fields.metersPerUnit).toBe(1);
  });

  it.each([
    ['the chosen one', '(variants = { string look = "blue" } prepend variantSets = "look")', 'blue'],
    ['the first if none is chosen', '(prepend variantSets = "look")', 'red'],
  ])('select of several variants %s', (_, head, expected) => {
    const variant = (name: string) =>
      `"${name}" { def Mesh "${name}" {}\nover "Box" { token said = "${name}" } }`;
    const specs = single(
      `def Xform "A" ${head} { ${BOX} variantSet "look" = { ${variant('red')} ${variant('blue')} } }`,
    );
    expect(partsOf(specs, 'Mesh').sort()).toEqual(['/A/Box', `/A/${expected}`].sort());
    expect(specs['/A/Box.said']?.fields.default).toBe(expected);
  });

  it('let a layer choose a variant of a referenced prim', () => {
    const specs = composed({
      'scene.usda': 'def "A" (references = @b.usda@ variants = { string look = "two" }) {}',
      'b.usda': `(defaultPrim = "B") def Xform "B" (variants = { string look = "one" }) {
        variantSet "look" = { "one" { def Mesh "One" {} } "two" { def Mesh "Two" {} } } }`,
    });
    expect(partsOf(specs, 'Mesh')).toEqual(['/A/Two']);
  });

  it('place prototypes inside their point instancer', () => {
    const specs = single(`over "Far" { def Xform "Tree" { ${BOX} } }
      def PointInstancer "Wood" { rel prototypes = [</Wood/Bush>, </Far/Tree>] def Xform "Bush" { ${BOX} } }`);
    expect(partsOf(specs, 'Mesh').sort()).toEqual([
      '/Wood/Bush/Box',
      '/Wood/prototype0/Box',
      '/Wood/prototype1/Box',
    ]);
  });

  it.each([
    ['itself', 'def "A" (references = </A>) {}'],
    ['its ancestor', 'def "A" { def "B" (references = </A>) {} }'],
    ['a prim that refers back to it', 'def "A" (references = </B>) {} def "B" (inherits = </A>) {}'],
    [
      'itself through point instancers',
      'def PointInstancer "A" { rel prototypes = </B> } def "B" (references = </C>) {} def "C" { def PointInstancer "D" { rel prototypes = </B> } }',
    ],
  ])('are rejected when a prim refers to %s', (_, body) => {
    expect(() => single(body)).toThrow(RefusedError);
  });

  it('are rejected when their payloads contain each other', () => {
    const files = {
      'a.usda': 'def "A" (payload = @b.usda@) {}',
      'b.usda': 'def "B" { def "C" (payload = @a.usda@) {} }',
    };
    expect(() => composed(files)).toThrow('damaged.holds-itself');
  });

  it('include cyclic sublayers once', () => {
    const files = {
      'a.usda': '(subLayers = [@b.usda@])',
      'b.usda': '(subLayers = [@a.usda@])\ndef Mesh "B" {}',
    };
    expect(partsOf(composed(files), 'Mesh')).toEqual(['/B']);
  });

  it('are read once when many layers share a sublayer', () => {
    const depth = 12;
    let reads = 0;
    const layers = Array.from({ length: depth }, (_, i) => {
      const next = `${i + 1}.usda`;
      const specs = { '/': { specType: SPEC_TYPE.prim, fields: { subLayers: [next, next] } } };
      const read = () => {
        reads += 1;
        return specs;
      };
      return [`${i}.usda`, { name: `${i}.usda`, specs: read }] as const;
    });
    composeLayers('0.usda', new Map(layers));
    expect(reads).toBe(depth);
  });

  it.each([
    ['references', 'references ='],
    ['payloads', 'payload ='],
  ])('are rejected when a few small ones create billions of prims by %s', (_, refer) => {
    const files = Array.from({ length: 30 }, (_, i) => {
      const part = (name: string) => `def "${name}" (${refer} @l${i + 1}.usda@) {}`;
      return [`l${i}.usda`, `(defaultPrim = "R")\ndef "R" { ${part('A')} ${part('B')} }`];
    });
    expect(() => composed(Object.fromEntries(files))).toThrow('limit.copies');
  });

  it('are rejected when a large prim is copied too often', () => {
    const large = `def Mesh "M" { int[] a = [${'1,'.repeat(200_000)}1] }`;
    const copies = Array.from({ length: 1_000 }, (_, i) => `def "C${i}" (inherits = </M>) {}`);
    expect(() => single(`${large} ${copies.join('\n')}`)).toThrow(RefusedError);
  });

  it('compose thousands of inherited classes and children', () => {
    const names = Array.from({ length: 8_000 }, (_, i) => i);
    const kinds = names.map((i) => `class "K${i}" {}`).join(' ');
    const children = names.map((i) => `def Xform "C${i}" {}`).join(' ');
    const inherits = names.map((i) => `</K${i}>`).join();
    const specs = single(`${kinds} def "A" (inherits = [${inherits}]) { ${children} }`);
    expect(partsOf(specs, 'Xform')).toHaveLength(names.length);
  });

  it('compose a point instancer with many thousands of prototype targets', () => {
    const targets = '</Nowhere>,'.repeat(60_000);
    const specs = single(`def PointInstancer "Wood" { rel prototypes = [${targets}] }`);
    expect(Object.keys(specs)).toContain('/Wood.prototypes');
  });

  const chain = (length: number, link: (i: number) => string) => Array.from({ length }, (_, i) => link(i));
  it.each([
    ['with inherits', chain(5_000, (i) => `def "P${i}" (inherits = </P${i + 1}>) {}`).join(' ')],
    [
      'with references',
      chain(5_000, (i) => `def "P${i}" { def "C" (references = </P${i + 1}>) {} }`).join(' '),
    ],
    [
      'with point instancers',
      chain(600, (i) => `def PointInstancer "P${i}" { rel prototypes = </P${i + 1}> }`).join(' '),
    ],
  ])('are rejected for a long chain of prims %s', (_, body) => {
    expect(() => single(body)).toThrow('damaged.too-deep');
  });

  it('stack in a long chain of sublayers', () => {
    const files = chain(1_500, (i) => `(subLayers = [@${i + 1}.usda@])`).map(
      (body, i) => [`${i}.usda`, body] as const,
    );
    const specs = composed(Object.fromEntries([...files, ['1500.usda', 'def Mesh "Last" {}']]));
    expect(partsOf(specs, 'Mesh')).toEqual(['/Last']);
  });

  it('are rejected when many of them define many prims', () => {
    const said = Array.from({ length: 100_000 }, (_, i) => [
      `/P${i}`,
      { specType: SPEC_TYPE.prim, fields: {} },
    ]);
    const layers = chain(40, (i) => `${i}.usda`).map((name, i) => {
      const head = { specType: SPEC_TYPE.prim, fields: { subLayers: [`${i + 1}.usda`] } };
      const specs = Object.fromEntries([['/', head], ...said]);
      return [name, { name, specs: () => specs }] as const;
    });
    expect(() => composeLayers('0.usda', new Map(layers))).toThrow('limit.copies');
  });
});
