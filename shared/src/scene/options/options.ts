import type { Choice, Option, SceneDocument } from '../document.ts';
import { type FieldValues, withValues } from '../field-values.ts';
import { rowsInOrder } from '../rows-in-order.ts';

/** The chosen choice of each option, by id. */
export type Chosen = ReadonlyMap<string, string>;

/** An option with its choices, both in their order. */
export type OptionChoices = Option & { id: string; choices: readonly (Choice & { id: string })[] };

type Options = Pick<SceneDocument, 'options' | 'choices'>;

/** The options of a scene with their choices, in order. Choices of a deleted option are left out. */
export function optionsOf({ options, choices }: Options): OptionChoices[] {
  const byOption = Map.groupBy(rowsInOrder(choices), ({ option }) => option);
  return rowsInOrder(options).map((option) => ({ ...option, choices: byOption.get(option.id) ?? [] }));
}

/** Most comparisons of two choices for one combination; the rules count as contradictory then. */
const MOST_CHECKS = 100_000;
/** Most comparisons for the choices that are available in a scene; further choices count as available. */
const MOST_CHECKS_OF_ALL = 2_000_000;

/**
 * The choice of every option that has any: the wanted ones as far as the rules permit them together.
 * Otherwise they are the first ones. Earlier options count more, and `first`, which was chosen last, counts most.
 * If no permitted combination is found, each choice follows the earlier ones as far as possible.
 */
export function settleChoices(options: readonly OptionChoices[], wanted: Chosen, first?: string): Chosen {
  const { candidates, rules } = ruledOf(options);
  const isFirst = ([one]: readonly Candidate[]) => one?.option === first;
  const ordered = [...candidates]
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .map((own) => {
      const chosen = own.find(({ id, option }) => wanted.get(option) === id);
      return chosen ? [chosen, ...own.filter((one) => one !== chosen)] : own;
    });
  const settled = findPermitted(ordered, rules, { left: MOST_CHECKS }) ?? followRules(ordered, rules);
  const chosen = new Map(settled.map(({ option, id }) => [option, id]));
  return new Map(options.flatMap(({ id }) => (chosen.has(id) ? [[id, chosen.get(id) ?? '']] : [])));
}

/** Whether a choice can be combined with some choice of each other option. */
export function isAvailable(options: readonly OptionChoices[], choice: string): boolean {
  const { candidates, rules, known, checks } = ruledOf(options);
  const before = known.get(choice);
  if (before !== undefined) {
    return before;
  }
  const own = candidates.flat().find(({ id }) => id === choice);
  const others = candidates.filter(([one]) => one?.option !== own?.option);
  const isOne =
    own !== undefined && (findPermitted([[own], ...others], rules, checks) !== null || checks.left < 0);
  known.set(choice, isOne);
  return isOne;
}

/** A choice as its rules see it. */
type Candidate = { id: string; option: string };
type Candidates = readonly (readonly Candidate[])[];

/**
 * The first permitted combination of one candidate of each option; null if none is found.
 * Each choice removes the candidates of the later options that it does not permit.
 * @param checks - comparisons that may be made; they are counted off
 */
function findPermitted(
  candidates: Candidates,
  rules: Rules,
  checks: { left: number },
): readonly Candidate[] | null {
  const extend = (settled: readonly Candidate[], rest: Candidates): readonly Candidate[] | null => {
    const [next, ...others] = rest;
    if (!next) {
      return settled;
    }
    for (const choice of next) {
      const left = others.map((own) => own.filter((one) => areCompatible(choice, one, rules)));
      checks.left -= others.reduce((sum, own) => sum + own.length, 0);
      if (checks.left < 0) {
        return null;
      }
      const whole = left.every((own) => own.length > 0) ? extend([...settled, choice], left) : null;
      if (whole) {
        return whole;
      }
    }
    return null;
  };
  return extend([], candidates);
}

/** One candidate of each option, which the choices before it permit if that is possible. */
function followRules(candidates: Candidates, rules: Rules): readonly Candidate[] {
  const settled: Candidate[] = [];
  for (const own of candidates) {
    const isPermitted = (choice: Candidate) => settled.every((other) => areCompatible(choice, other, rules));
    settled.push(...[own.find(isPermitted) ?? own[0]].filter((choice) => choice !== undefined));
  }
  return settled;
}

/** The chosen choices in the order of their options. */
export function chosenIn(options: readonly OptionChoices[], chosen: Chosen): (Choice & { id: string })[] {
  return options.flatMap(({ id, choices }) => choices.filter((choice) => choice.id === chosen.get(id)));
}

/** The document as these choices make it; later options count over earlier ones. */
export function withChoices(document: SceneDocument, chosen: Chosen): SceneDocument {
  return withValues(document, valuesOf(document, chosen));
}

/** The document with the choices that visitors see first, which its files show. */
export function withDefaultChoices(document: SceneDocument): SceneDocument {
  return withChoices(document, settleChoices(optionsOf(document), new Map()));
}

/** The values of the chosen choices, in the order of their options. */
export function valuesOf(document: Options, chosen: Chosen): FieldValues[] {
  return chosenIn(optionsOf(document), chosen).map(({ values }) => values);
}

/** Article number and price of a combination for a shop, as texts. */
export function articleOf(options: readonly OptionChoices[], chosen: Chosen): { sku: string; price: string } {
  const choices = chosenIn(options, chosen);
  const price = choices.map((choice) => choice.price.trim()).filter((text) => text !== '');
  return {
    sku: choices
      .map(({ sku }) => sku.trim())
      .filter((text) => text !== '')
      .join('-'),
    price: price.reduce(
      (sum, text) => (sum === '' ? text : `${sum} ${/^[+−-]/.test(text) ? '' : '+ '}${text}`),
      '',
    ),
  };
}

/** The canonical text of a combination, the same for the same choices. */
export function combinationText(chosen: Chosen): string {
  return [...chosen]
    .map(([option, choice]) => `${option}=${choice}`)
    .sort()
    .join('&');
}

/** The choices of a canonical text. */
export function combinationOf(text: string): Chosen {
  return new Map(new URLSearchParams(text));
}

/** Choices that a choice excludes, and those that it requires of each option. */
type Rule = { excludes: ReadonlySet<string>; requires: ReadonlyMap<string, ReadonlySet<string>> };
/** Rules by choice. */
type Rules = ReadonlyMap<string, Rule>;

/** The candidates of the options that have any, with their rules and which of them are available. */
type Ruled = { candidates: Candidates; rules: Rules; known: Map<string, boolean>; checks: { left: number } };

const ruledByOptions = new WeakMap<readonly OptionChoices[], Ruled>();

function ruledOf(options: readonly OptionChoices[]): Ruled {
  const before = ruledByOptions.get(options);
  if (before) {
    return before;
  }
  const candidates = options
    .map(({ id: option, choices }) => choices.map(({ id }) => ({ id, option })))
    .filter((own) => own.length > 0);
  const owners = new Map(candidates.flat().map(({ id, option }) => [id, option]));
  const rules = new Map(
    options
      .flatMap(({ choices }) => choices)
      .map(({ id, excludes, requires }) => {
        const required = Map.groupBy(requires, (one) => owners.get(one) ?? '');
        const sets = [...required].map(([option, ids]) => [option, new Set(ids)] as const);
        return [id, { excludes: new Set(excludes), requires: new Map(sets) }];
      }),
  );
  const ruled = { candidates, rules, known: new Map(), checks: { left: MOST_CHECKS_OF_ALL } };
  ruledByOptions.set(options, ruled);
  return ruled;
}

function areCompatible(a: Candidate, b: Candidate, rules: Rules): boolean {
  return permits(rules.get(a.id), b) && permits(rules.get(b.id), a);
}

function permits(rule: Rule | undefined, { id, option }: Candidate): boolean {
  return !rule?.excludes.has(id) && (rule?.requires.get(option)?.has(id) ?? true);
}
