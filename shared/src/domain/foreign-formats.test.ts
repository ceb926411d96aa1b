import { describe, expect, it } from 'vitest';
import { foreignFormatNamed, sniffForeign } from './foreign-formats.ts';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const step = (schema: string) =>
  latin(`ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\n`);

describe('an unsupported format', () => {
  it.each([
    ['step', step('AUTOMOTIVE_DESIGN { 1 0 10303 214 3 1 1 }'), 'part.bin'],
    ['step', latin(`/* made by a program */\n${String.fromCharCode(...step('AP242'))}`), 'part'],
    ['ifc', step('IFC4X3'), 'house.obj'],
    ['ifc', step('IFC2X3'), 'house'],
    ['skp', latin('\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0 \0M\0o\0d\0e\0l\0'), 'house.fbx'],
    ['blend', latin('BLENDER-v293RENDH'), 'chair'],
    ['blend', latin('BLENDER17-01v0500REND'), 'chair'],
    ['blend', latin('\x28\xb5\x2f\xfd\0\0'), 'chair.blend'],
    ['blend', latin('\x1f\x8b\x08\0'), 'chair.blend'],
    ['rar', latin('Rar!\x1a\x07\x01\0'), 'chair.zip'],
    ['7z', latin('7z\xbc\xaf\x27\x1c\0\x04'), 'chair.zip'],
  ])('is recognized by its content: %s', (format, head, name) => {
    expect(sniffForeign(head, name)).toBe(format);
  });

  it.each([
    ['a compressed file with another extension', latin('\x28\xb5\x2f\xfd\0\0'), 'model.glb'],
    ['an OBJ that mentions an unsupported format', latin('# from ISO-10303-21;\nv 0 0 0\n'), 'model.obj'],
    ['a GLB', latin('glTF\x02\0\0\0'), 'model.step'],
    ['nothing', latin(''), 'model.step'],
  ])('is not recognized in %s', (_, head, name) => {
    expect(sniffForeign(head, name)).toBeNull();
  });

  it.each([
    ['House.SKP', 'skp'],
    ['a.b.stp', 'step'],
    ['model.7z', '7z'],
    ['model.obj', null],
    ['step', null],
  ])('is suggested by a file name: %s', (name, format) => {
    expect(foreignFormatNamed(name)).toBe(format);
  });
});
