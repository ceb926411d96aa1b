import type { Asset } from '@diorama/shared/contract/assets.ts';
import { type FileFormat, FORMATS, formatAt } from '@diorama/shared/domain/formats.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { METRES } from '../../scene/measure/quantity.ts';

/** Alternative size of a model: scaled by `factor`, which is right if its numbers are in `unit`. */
type SizeChoice = { factor: number; unit: SceneDocument['unit'] | null };

/** Question about a model's size: the largest side in the file, in metres, and the alternatives. */
export type ImportScaleQuestion = {
  size: number;
  isUsual: boolean;
  /** The factor at which the model is most plausible; 1 where that is as its file has it. */
  likeliest: number;
  /** Most likely first. */
  choices: readonly SizeChoice[];
  /** Whether the file format has no up axis. */
  canStandUp: boolean;
};

/** Plausible model sizes in metres, for file formats with units and for those without. */
const PLAUSIBLE = { withUnit: { from: 0.02, to: 60 }, withoutUnit: { from: 0.02, to: 4 } } as const;
/** Range of sizes that are offered, in metres. */
const CHOSEN = { from: 0.001, to: 60 } as const;

/** Files for 3D printing are usually in millimetres, others as often in centimetres. */
const UNITS = {
  print: ['mm', 'cm', 'inch'],
  other: ['cm', 'mm', 'inch'],
} as const satisfies Record<string, readonly SceneDocument['unit'][]>;

/**
 * Question about a model's size, or null. Print formats are always asked about, others if the size is
 * implausible.
 */
export function importScaleQuestion(
  size: number,
  formatName: Asset['extra']['format'],
): ImportScaleQuestion | null {
  const { hasNoUnit = false, hasNoUp = false } = isFormat(formatName) ? formatAt(formatName) : {};
  const isPrint = formatName === 'stl';
  const usual = PLAUSIBLE[hasNoUnit ? 'withoutUnit' : 'withUnit'];
  const isUsual = isWithin(usual, size);
  if (!(size > 0) || (isUsual && !isPrint)) {
    return null;
  }
  const possible = choicesOf(size, isPrint).filter(({ factor }) => isWithin(CHOSEN, size * factor));
  const costOf = (choice: SizeChoice) =>
    implausibility(size * choice.factor) + (choice.unit === 'inch' ? RARITY_OF_INCHES : 0);
  const choices = isPrint ? possible : possible.toSorted((a, b) => costOf(a) - costOf(b));
  const [first] = choices;
  const trust = hasNoUnit ? 0 : TRUST_IN_UNITS;
  const isImplausible = isPrint ? !isUsual : first && costOf(first) + trust < implausibility(size);
  return {
    size,
    isUsual,
    likeliest: isImplausible && first ? first.factor : 1,
    choices,
    canStandUp: hasNoUp,
  };
}

/** Powers of ten by which another size must be more plausible than that of a file with a unit. */
const TRUST_IN_UNITS = 2;
/** Rarity of inches against metric units, in powers of ten. */
const RARITY_OF_INCHES = 0.5;

/** Distance of a size from one metre, the size of most models, in powers of ten. */
function implausibility(size: number): number {
  return Math.abs(Math.log10(size));
}

function choicesOf(size: number, isPrint: boolean): SizeChoice[] {
  if (size < PLAUSIBLE.withUnit.from) {
    return [100, 1000].map((factor) => ({ factor, unit: null }));
  }
  return UNITS[isPrint ? 'print' : 'other'].map((unit) => ({ factor: METRES[unit], unit }));
}

function isWithin({ from, to }: { from: number; to: number }, size: number): boolean {
  return size >= from && size <= to;
}

function isFormat(name: string | null): name is FileFormat {
  return name !== null && Object.hasOwn(FORMATS, name);
}
