import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../document.ts';
import { anyDocument } from '../test/any-document.ts';
import { articleOf, isAvailable, optionsOf, settleChoices, withChoices } from './options.ts';

/** A chair in two colours; steel legs are not to be had in oak. */
const chair = parseDocument({
  nodes: { seat: { kind: 'box' }, legs: { kind: 'box' } },
  materials: { oak: {}, red: {} },
  options: { legs: { name: 'Legs', index: 'a1' }, colour: { name: 'Colour', index: 'a0' } },
  choices: {
    oak: {
      option: 'colour',
      index: 'a0',
      sku: 'OAK',
      price: '€ 480',
      values: { 'nodes/seat/material': 'oak' },
    },
    red: {
      option: 'colour',
      index: 'a1',
      sku: 'RED',
      price: '€ 500',
      values: { 'nodes/seat/material': 'red' },
    },
    wood: { option: 'legs', index: 'a0' },
    steel: {
      option: 'legs',
      index: 'a1',
      sku: 'S',
      price: '+ € 40',
      excludes: ['oak'],
      values: { 'nodes/legs/visible': false },
    },
    lost: { option: 'gone' },
  },
});
const options = optionsOf(chair);

describe('optionsOf', () => {
  it('returns options and choices in order, without choices of a deleted option', () => {
    expect(options.map(({ id, choices }) => [id, choices.map((choice) => choice.id)])).toEqual([
      ['colour', ['oak', 'red']],
      ['legs', ['wood', 'steel']],
    ]);
  });
});

describe('settleChoices', () => {
  const settle = (wanted: Record<string, string>, first?: string) =>
    Object.fromEntries(settleChoices(options, new Map(Object.entries(wanted)), first));

  it('takes the first choices for missing or unknown requests', () => {
    expect(settle({})).toEqual({ colour: 'oak', legs: 'wood' });
    expect(settle({ colour: 'blue', gone: 'lost', constructor: 'x' })).toEqual({
      colour: 'oak',
      legs: 'wood',
    });
  });

  it('adjusts the other options to the last choice', () => {
    expect(settle({ colour: 'oak', legs: 'steel' }, 'legs')).toEqual({ colour: 'red', legs: 'steel' });
    expect(settle({ colour: 'oak', legs: 'steel' }, 'colour')).toEqual({ colour: 'oak', legs: 'wood' });
  });

  it('makes choices that can never be combined unavailable', () => {
    const alone = optionsOf(
      parseDocument({
        options: { a: {}, b: { index: 'a1' } },
        choices: {
          x: { option: 'a' },
          y: { option: 'a', index: 'a1', requires: ['z'] },
          z: { option: 'b', excludes: ['y'] },
        },
      }),
    );
    expect(isAvailable(alone, 'y')).toBe(false);
    expect(isAvailable(alone, 'x')).toBe(true);
    expect(isAvailable(options, 'steel')).toBe(true);
    expect(isAvailable(options, 'lost')).toBe(false);
  });

  it('selects exactly one choice for each option that has choices', () => {
    fc.assert(
      fc.property(anyDocument, fc.dictionary(fc.string(), fc.string()), (document, wanted) => {
        const all = optionsOf(document);
        const settled = settleChoices(all, new Map(Object.entries(wanted)));
        expect([...settled.keys()]).toEqual(
          all.filter(({ choices }) => choices.length > 0).map(({ id }) => id),
        );
        expect(settleChoices(all, settled)).toEqual(settled);
        for (const { id, choices } of all) {
          const isSettled = choices.some((choice) => choice.id === settled.get(id));
          expect(isSettled).toBe(choices.length > 0);
        }
      }),
    );
  });

  it('resolves rules between distant options', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const rules: Record<string, string[]> = { a1: ['e2'], e2: ['b9'] };
    const many = optionsOf(
      parseDocument({
        options: Object.fromEntries(ids.map((id) => [id, { index: `a${id}` }])),
        choices: Object.fromEntries(
          ids.flatMap((option) =>
            Array.from({ length: 10 }, (_, i) => {
              const id = `${option}${i}`;
              return [id, { option, index: `a${i}`, requires: rules[id] ?? [] }];
            }),
          ),
        ),
      }),
    );
    const settled = settleChoices(many, new Map([['a', 'a1']]), 'a');
    expect([...settled.values()]).toEqual(['a1', 'b9', 'c0', 'd0', 'e2']);
    expect(isAvailable(many, 'a1')).toBe(true);
  });

  it('terminates when rules of a hostile scene contradict each other', () => {
    const sets = Array.from({ length: 50 }, (_, i) => Array.from({ length: 20 }, (_, at) => `o${i}-${at}`));
    const excludes = sets.flat().filter((id) => id.endsWith('-1') || id.endsWith('-2'));
    const hostile = optionsOf(
      parseDocument({
        options: Object.fromEntries(sets.map((_, i) => [`o${i}`, {}])),
        choices: Object.fromEntries(
          sets.flatMap((own, i) =>
            own.map((id) => [id, { option: `o${i}`, excludes: i === 49 ? excludes : [] }]),
          ),
        ),
      }),
    );
    expect(
      settleChoices(hostile, new Map(sets.map(([one = ''], i) => [`o${i}`, one.replace(/0$/, '1')]))).size,
    ).toBe(50);
    for (const id of sets.flat()) {
      expect(isAvailable(hostile, id)).toBeTypeOf('boolean');
    }
  });

  const smallRules = fc
    .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 })
    .chain((counts) => {
      const ids = counts.flatMap((count, option) =>
        Array.from({ length: count }, (_, at) => `${option}-${at}`),
      );
      const some = fc.subarray(ids, { maxLength: Math.min(2, ids.length) });
      return fc.record({
        counts: fc.constant(counts),
        rules: fc.array(fc.record({ excludes: some, requires: some }), {
          minLength: ids.length,
          maxLength: ids.length,
        }),
        wanted: fc.subarray(ids),
        first: fc.constantFrom(...counts.keys()),
      });
    });

  it('finds a permitted combination if one exists, and keeps the last choice if possible', () => {
    fc.assert(
      fc.property(smallRules, ({ counts, rules, wanted, first }) => {
        let at = 0;
        const all = counts.map((count, option) => ({
          id: String(option),
          choices: Array.from({ length: count }, (_, choice) => ({
            ...(rules[at++] ?? {}),
            id: `${option}-${choice}`,
          })),
        }));
        const document = parseDocument({
          options: Object.fromEntries(all.map(({ id }) => [id, { index: `a${id}` }])),
          choices: Object.fromEntries(
            all.flatMap(({ id, choices }) =>
              choices.map(({ id: choice, ...rest }) => [
                choice,
                { option: id, index: `a${choice.at(-1)}`, ...rest },
              ]),
            ),
          ),
        });
        const list = optionsOf(document);
        const isPermitted = (ids: readonly string[]) =>
          ids.every((id) => {
            const { excludes = [], requires = [] } = document.choices[id] ?? {};
            return ids.every((other) => {
              const needed = requires.filter((one) => one[0] === other[0]);
              return (
                other === id || (!excludes.includes(other) && (needed.length === 0 || needed.includes(other)))
              );
            });
          });
        const combinations = all.reduce<string[][]>(
          (before, { choices }) => before.flatMap((ids) => choices.map(({ id }) => [...ids, id])),
          [[]],
        );
        const permitted = combinations.filter(isPermitted);
        const want = new Map(wanted.map((id) => [id.slice(0, 1), id]));
        const settled = [...settleChoices(list, want, String(first)).values()];
        expect(isPermitted(settled)).toBe(permitted.length > 0);
        const last = want.get(String(first));
        if (last !== undefined && permitted.some((ids) => ids.includes(last))) {
          expect(settled).toContain(last);
        }
        for (const { id } of all.flatMap(({ choices }) => choices)) {
          expect(isAvailable(list, id)).toBe(permitted.some((ids) => ids.includes(id)));
        }
      }),
    );
  });
});

describe('withChoices', () => {
  it('returns the document with the chosen values', () => {
    const next = withChoices(
      chair,
      new Map([
        ['colour', 'red'],
        ['legs', 'steel'],
      ]),
    );
    expect(next.nodes.seat?.material).toBe('red');
    expect(next.nodes.legs?.visible).toBe(false);
    expect(
      articleOf(
        options,
        new Map([
          ['colour', 'red'],
          ['legs', 'steel'],
        ]),
      ),
    ).toEqual({ sku: 'RED-S', price: '€ 500 + € 40' });
  });
});
