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

/** Most choices that are tried before the rules count as contradictory. */
const MOST_TRIES = 2_000;

type OptionChoice = Choice & { id: string };

/**
 * The choice of every option that has any: the wanted ones as far as the rules permit them together, otherwise the first
 * ones. Earlier options count more, and the one of `first`, which was chosen last, most. Where no combination is
 * permitted, each choice follows the earlier ones as far as it can.
 */
export function settleChoices(options: readonly OptionChoices[], wanted: Chosen, first?: string): Chosen {
  const isFirst = ({ id }: OptionChoices) => id === first;
  const candidates = [...options]
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .filter(({ choices }) => choices.length > 0)
    .map(({ id, choices }) => {
      const isWanted = (choice: OptionChoice) => choice.id === wanted.get(id);
      const own = choices.map((choice) => ({ ...choice, option: id }));
      return own.sort((a, b) => Number(isWanted(b)) - Number(isWanted(a)));
    });
  const settled = findPermitted(candidates, rulesOf(options)) ?? followRules(candidates, rulesOf(options));
  const chosen = new Map(settled.map(({ option, id }) => [option, id]));
  return new Map(options.flatMap(({ id }) => (chosen.has(id) ? [[id, chosen.get(id) ?? '']] : [])));
}

type Candidate = OptionChoice & { option: string };

/** The first permitted combination of one candidate of each option; null if none is found. */
function findPermitted(
  candidates: readonly (readonly Candidate[])[],
  rules: Rules,
): readonly Candidate[] | null {
  let tries = 0;
  const extend = (settled: readonly Candidate[]): readonly Candidate[] | null => {
    const next = candidates[settled.length];
    if (!next) {
      return settled;
    }
    for (const choice of next) {
      tries += 1;
      if (tries > MOST_TRIES) {
        return null;
      }
      const isPermitted = settled.every((other) => areCompatible(choice, other, rules));
      const whole = isPermitted ? extend([...settled, choice]) : null;
      if (whole) {
        return whole;
      }
    }
    return null;
  };
  return extend([]);
}

/** One candidate of each option, which the choices before it permit if that is possible. */
function followRules(candidates: readonly (readonly Candidate[])[], rules: Rules): readonly Candidate[] {
  const settled: Candidate[] = [];
  for (const own of candidates) {
    const isPermitted = (choice: Candidate) => settled.every((other) => areCompatible(choice, other, rules));
    settled.push(...[own.find(isPermitted) ?? own[0]].filter((choice) => choice !== undefined));
  }
  return settled;
}

/** Whether a choice can be combined with some choice of each other option. */
export function isAvailable(options: readonly OptionChoices[], chosen: Chosen, choice: string): boolean {
  const option = options.find(({ choices }) => choices.some(({ id }) => id === choice));
  if (!option) {
    return false;
  }
  const settled = settleChoices(options, new Map([...chosen, [option.id, choice]]), option.id);
  const all = chosenIn(options, settled);
  return (
    settled.get(option.id) === choice &&
    all.every((a, i) => all.slice(i + 1).every((b) => areCompatible(a, b, rulesOf(options))))
  );
}

/** The chosen choices in the order of their options. */
export function chosenIn(options: readonly OptionChoices[], chosen: Chosen): (Choice & { id: string })[] {
  return options.flatMap(({ id, choices }) => choices.filter((choice) => choice.id === chosen.get(id)));
}

/** The document as these choices make it; later options count over earlier ones. */
export function withChoices(document: SceneDocument, chosen: Chosen): SceneDocument {
  return withValues(document, valuesOf(document, chosen));
}

/** The values of the chosen choices, in the order of their options. */
export function valuesOf(document: Options, chosen: Chosen): FieldValues[] {
  return chosenIn(optionsOf(document), chosen).map(({ values }) => values);
}

/** What a shop needs to know of a combination: article number and price as texts. */
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

/** What a choice excludes, and what it requires of each option. */
type Rule = { excludes: ReadonlySet<string>; requires: ReadonlyMap<string, ReadonlySet<string>> };
/** Rules by choice. */
type Rules = ReadonlyMap<string, Rule>;

const rulesByOptions = new WeakMap<readonly OptionChoices[], Rules>();

function rulesOf(options: readonly OptionChoices[]): Rules {
  const known = rulesByOptions.get(options);
  if (known) {
    return known;
  }
  const owners = new Map(options.flatMap(({ id, choices }) => choices.map((choice) => [choice.id, id])));
  const rules = new Map(
    options
      .flatMap(({ choices }) => choices)
      .map(({ id, excludes, requires }) => {
        const required = Map.groupBy(requires, (one) => owners.get(one) ?? '');
        const sets = [...required].map(([option, ids]) => [option, new Set(ids)] as const);
        return [id, { excludes: new Set(excludes), requires: new Map(sets) }];
      }),
  );
  rulesByOptions.set(options, rules);
  return rules;
}

type Named = Pick<OptionChoice, 'id' | 'option'>;

function areCompatible(a: Named, b: Named, rules: Rules): boolean {
  return permits(rules.get(a.id), b) && permits(rules.get(b.id), a);
}

function permits(rule: Rule | undefined, { id, option }: Named): boolean {
  return !rule?.excludes.has(id) && (rule?.requires.get(option ?? '')?.has(id) ?? true);
}
