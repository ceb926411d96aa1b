import { describe, expect, it } from 'vitest';
import { RefusedError } from '../refused-error.ts';
import { readUsda } from './read-usda.ts';

const read = (body: string) => readUsda(`#usda 1.0\n${body}`);
const defaultOf = (line: string) => read(`def "A" {\n${line}\n}`)['/A.x']?.fields.default;

describe('a USDA text', () => {
  it.each([
    [
      'separate lines',
      'def Xform "A"\n(\n    kind = "component"\n    active = false\n)\n{\n    def Mesh "B"\n    {\n    }\n}',
    ],
    ['one line', 'def Xform "A" (kind = "component"; active = false) { def Mesh "B" {} }'],
    [
      'text with comments',
      '# { one\ndef Xform "A" ( # two )\n"""a note with (brackets) and = signs"""\nkind = "component" /* { */ active = false ) { // three }\n def Mesh "B" { } }',
    ],
  ])('is read alike in %s', (_, text) => {
    const specs = read(text);
    expect(specs['/A']?.fields).toMatchObject({
      typeName: 'Xform',
      kind: 'component',
      active: false,
      primChildren: ['B'],
    });
    expect(specs['/A/B']?.fields.typeName).toBe('Mesh');
  });

  it.each([
    ['float x = .5e1', 5],
    ['half x = -1.', -1],
    ['double x = -inf', Number.NEGATIVE_INFINITY],
    ['bool x = true', true],
    ['bool x = 0', false],
    ['custom string x = "a \\"b\\" # = {c}"', 'a "b" # = {c}'],
    ["token x = 'one'", 'one'],
    ['asset x = @./maps/wood #1.png@', './maps/wood #1.png'],
    ['float3 x = (1, 2, 3)', [1, 2, 3]],
    ['point3f[] x = [\n(1, 2, 3), # first\n(4, 5, 6),\n]', [1, 2, 3, 4, 5, 6]],
    ['token[] x = ["a, b", "c"]', ['a, b', 'c']],
    ['matrix2d x = ( (1, 2), (3, 4) )', [1, 2, 3, 4]],
    ['quatf x = (1, 2, 3, 4)', [2, 3, 4, 1]],
    ['quath[] x = [(1, 2, 3, 4), (5, 6, 7, 8)]', [2, 3, 4, 1, 6, 7, 8, 5]],
    ['float[] x = []', []],
    ['float x = None', undefined],
    ['float x', undefined],
  ])('reads the value of %s', (line, expected) => {
    expect(defaultOf(line)).toEqual(expected);
  });

  it('reads time samples, connections and metadata', () => {
    const specs = read(`def Mesh "A" {
      float3 x.timeSamples = { 10: (1, 1, 1), 0: (0, 0, 0), 5: None }
      color3f y.connect = </M/Shader.outputs:rgb>
      color3f y = (1, 0, 0)
      int[] primvars:skel:jointIndices = [0, 1] ( elementSize = 2 interpolation = "vertex" )
      prepend rel z = [</M>, </N>] ( bindMaterialAs = "weakerThanDescendants" )
      delete rel z = </O>
      reorder nameChildren = ["b", "a"]
    }`);
    expect(specs['/A.x']?.fields.timeSamples).toEqual({
      times: [0, 10],
      values: [
        [0, 0, 0],
        [1, 1, 1],
      ],
    });
    expect(specs['/A.y']?.fields).toMatchObject({
      connectionPaths: ['/M/Shader.outputs:rgb'],
      default: [1, 0, 0],
    });
    expect(specs['/A.primvars:skel:jointIndices']?.fields.elementSize).toBe(2);
    expect(specs['/A.z']?.fields).toMatchObject({
      targetPaths: ['/M', '/N'],
      bindMaterialAs: 'weakerThanDescendants',
    });
  });

  it('reads sublayers, references, payloads and variants', () => {
    const specs =
      read(`( subLayers = [@a.usda@ (offset = 1), @b.usda@] customLayerData = { string tool = "x" dictionary d = { int[] n = [1] } } )
      def "A" ( prepend references = [@c.usda@</C> (scale = 2), </D>] append references = @e.usda@
        delete references = @f.usda@ payload = None variants = { string look = "red" } ) {}`);
    expect(specs['/']?.fields.subLayers).toEqual(['a.usda', 'b.usda']);
    expect(specs['/A']?.fields).toMatchObject({
      references: [
        { assetPath: 'c.usda', primPath: '/C' },
        { assetPath: '', primPath: '/D' },
        { assetPath: 'e.usda', primPath: '' },
      ],
      payload: [],
      variantSelection: { look: 'red' },
    });
  });

  it.each([
    ['an unexpected end', 'def "A" { def Mesh "B" { float3 x = (1,'],
    ['no body', 'def "A" def "B" {}'],
    ['prims nested too deeply', `${'def "A" {'.repeat(10_000)}${'}'.repeat(10_000)}`],
    ['lists nested too deeply', `def "A" { int[] x = ${'['.repeat(10_000)}${']'.repeat(10_000)} }`],
    ['dictionaries nested too deeply', `( x = ${'{ a = '.repeat(10_000)}1${' }'.repeat(10_000)} )`],
    ['metadata nested too deeply', `def "A" ${'( payload = @a@ '.repeat(10_000)}${')'.repeat(10_000)} {}`],
  ])('with %s is rejected', (_, text) => {
    expect(() => read(text)).toThrow(RefusedError);
  });
});
