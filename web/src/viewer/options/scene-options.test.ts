import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { fillStored } from '@diorama/shared/scene/stored.ts';
import { anyDocument } from '@diorama/shared/scene/test/any-document.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SceneOptions } from './scene-options.ts';

const CHAIR = parseDocument({
  nodes: { seat: { kind: 'box' } },
  options: {
    color: { name: 'Färbe 1' },
    legs: { name: '', index: 'a1' },
    twin: { name: 'farbe 1', index: 'a2' },
  },
  choices: {
    oak: { option: 'color', name: 'Oak wood!' },
    red: { option: 'color', name: 'Red', index: 'a1', values: { 'nodes/seat/visible': false } },
    a: { option: 'legs', name: '' },
    b: { option: 'legs', name: 'B', index: 'a1' },
    c: { option: 'twin', name: 'C' },
  },
});

describe('SceneOptions', () => {
  it('produces the same document as the files of a combination', () => {
    fc.assert(
      fc.property(anyDocument, fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), (stored, picks) => {
        const options = new SceneOptions(fillStored(stored), new URLSearchParams());
        for (const pick of picks) {
          const option = options.list.find(({ choices }) => choices.some(({ id }) => id === pick));
          if (option) {
            options.choose(new Map([[option.id, pick]]), option.id);
          }
        }
        const none = { options: {}, choices: {}, translations: {} };
        const { document } = expandDocument(options.document);
        // Visitors do not get overrides that have no effect.
        const drawn = (one: SceneDocument) => ({
          ...one,
          nodes: Object.entries(one.nodes).map(([id, node]) => [
            id,
            { ...node, props: { ...node.props, values: {} } },
          ]),
        });
        // Files name the copies that keys and motions move, and only values of states that fit.
        const { keys, motions, states, ...shown } = shownDocument(stored, options.chosen);
        expect(drawn({ ...document, ...none, keys, motions, states })).toEqual(
          drawn({ ...shown, keys, motions, states }),
        );
      }),
    );
  });

  it('writes the choices into an address that restores them', () => {
    fc.assert(
      fc.property(anyDocument, fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), (stored, picks) => {
        const options = new SceneOptions(stored, new URLSearchParams());
        for (const { id, choices } of options.list) {
          const pick = choices.find((choice) => picks.some((pick) => pick === choice.id));
          options.choose(new Map(pick ? [[id, pick.id]] : []), id);
        }
        const address = new URLSearchParams('other=1');
        options.writeAddress(address);
        expect(address.get('other')).toBe('1');
        expect(new SceneOptions(stored, address).chosen).toEqual(options.chosen);
      }),
    );
  });

  it('translates names but keeps the address keys', () => {
    const values = { 'options/color/name': 'Farbe', 'choices/red/name': 'Rot', 'nodes/seat/name': 'Sitz' };
    const translated = { ...CHAIR, translations: { de: { original: false, title: '', about: '', values } } };
    const options = new SceneOptions(translated, new URLSearchParams('color=red'), 'de');
    expect(options.list[0]?.choices.map(({ name }) => name)).toEqual(['Oak wood!', 'Rot']);
    expect(options.document.nodes.seat?.name).toBe('Sitz');
    expect(options.named.color).toBe('red');
    expect(options.described[0]).toMatchObject({ name: 'Farbe', choices: [{}, { key: 'red', name: 'Rot' }] });
    options.setBase({ ...translated, nodes: {} });
    expect(options.list[0]?.name).toBe('Farbe');
  });

  it('uses readable keys, and ids for empty or duplicate names', () => {
    const options = new SceneOptions(CHAIR, new URLSearchParams('color=red&legs=b&unknown=x'));
    expect(options.document.nodes.seat?.visible).toBe(false);
    expect(options.named).toEqual({ color: 'red', legs: 'b', twin: 'c' });
    options.chooseNamed(new URLSearchParams({ color: 'oak-wood', legs: 'a', twin: 'gone' }));
    expect(options.named).toEqual({ color: 'oak-wood', legs: 'a', twin: 'c' });
    expect(options.isInitial).toBe(true);
  });

  it('reports the nodes that a choice may change', () => {
    const options = new SceneOptions(CHAIR, new URLSearchParams());
    const changes: unknown[] = [];
    options.subscribe((_document, change) => changes.push([...(change?.nodes ?? [])]));
    options.choose(new Map([['color', 'red']]), 'color');
    options.choose(new Map([['color', 'oak']]), 'color');
    options.setBase(CHAIR);
    expect(changes).toEqual([['seat'], ['seat'], []]);
  });
});
