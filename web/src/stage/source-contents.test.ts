import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { AnimationClip, BoxGeometry, Group, Mesh, MeshBasicMaterial, NumberKeyframeTrack } from 'three';
import { describe, expect, it } from 'vitest';
import { type SourceContents, sourceLosses } from './source-contents.ts';

const track = () => new NumberKeyframeTrack('.x', [0, 1], [0, 1]);

/** A model of boxes with a material of each name, and animations of so many tracks. */
function modelOf({ materials = [''], tracks = [] as number[] } = {}): Group {
  const model = new Group();
  for (const name of materials) {
    const material = new MeshBasicMaterial();
    material.name = name;
    model.add(new Mesh(new BoxGeometry(), material));
  }
  model.animations = tracks.map((count) => new AnimationClip('', 1, Array.from({ length: count }, track)));
  return model;
}

type Case = {
  contents: SourceContents;
  model?: Group;
  shown?: string[];
  missing?: string[];
  dropped?: ImportMessage[];
};

function lossesOf({ contents, model = modelOf(), shown = [], missing = [], dropped = [] }: Case): string[] {
  const addressOf = (name: string) => (missing.includes(name) ? undefined : `https://files/${name}`);
  const source = { contents, missing, dropped, warnings: [], addressOf };
  return inEnglish(sourceLosses(source, { model, shown: new Set(shown) }));
}

describe('the losses of a loader', () => {
  it.each<[string, Case, string[]]>([
    ['the source has no counts', { contents: {} }, []],
    ['all triangles are present', { contents: { triangles: 12 } }, []],
    ['triangles are lost', { contents: { triangles: 14 } }, ['2 of 14 triangles']],
    [
      'the report already explains the lost triangles',
      { contents: { triangles: 14 }, dropped: [importMessage('lost.hidden-parts', { count: 3 })] },
      [],
    ],
    [
      'all materials are present, in any order',
      { contents: { materials: ['b', 'a'] }, model: modelOf({ materials: ['a', 'b', ''] }) },
      [],
    ],
    [
      'a material is lost and the loader adds a default one',
      { contents: { materials: ['a', 'b'] }, model: modelOf({ materials: ['a', '__DEFAULT'] }) },
      ['1 of 2 materials'],
    ],
    [
      'one of two materials with the same name is lost',
      { contents: { materials: ['a', 'a'] }, model: modelOf({ materials: ['a'] }) },
      ['1 of 2 materials'],
    ],
    [
      'the report says that no material can be read',
      { contents: { materials: ['a'] }, dropped: [importMessage('lost.materials-and-pictures')] },
      [],
    ],
    [
      'no material uses a picture',
      { contents: { pictures: ['dirt.png', 'wood.png'] }, shown: ['https://files/wood.png'] },
      ['The image dirt.png, which no material uses'],
    ],
    [
      'no material uses a picture, and the report names a material',
      {
        contents: { pictures: ['dirt.png'] },
        dropped: [importMessage('lost.material-pictures', { name: 'Paint' })],
      },
      ['The image dirt.png, which no material uses'],
    ],
    ['a picture is missing', { contents: { pictures: ['a.png'] }, missing: ['a.png'] }, []],
    [
      'a picture cannot be read',
      { contents: { pictures: ['a.png'] }, dropped: [importMessage('files.unreadable', { name: 'a.png' })] },
      [],
    ],
    [
      'all embedded pictures are shown',
      { contents: { embedded: 2 }, shown: ['blob:1', 'data:image/png;base64,', 'https://files/a.png'] },
      [],
    ],
    [
      'embedded pictures are lost',
      { contents: { embedded: 3 }, shown: ['blob:1', 'https://files/a.png'] },
      ['2 of 3 images'],
    ],
    ['all animations have tracks', { contents: { animations: 2 }, model: modelOf({ tracks: [1, 3] }) }, []],
    [
      'some animations are empty',
      { contents: { animations: 3 }, model: modelOf({ tracks: [1, 0, 0] }) },
      ['2 of 3 animations'],
    ],
    [
      'no animation has tracks',
      { contents: { animations: 2 }, model: modelOf({ tracks: [0] }) },
      ['Animations, which cannot be read'],
    ],
    [
      'the report already explains the lost animations',
      { contents: { animations: 1 }, dropped: [importMessage('fbx.property-animations', { count: 1 })] },
      [],
    ],
  ])('are reported correctly when %s', (_, given, lines) => {
    expect(lossesOf(given)).toEqual(lines);
  });
});
