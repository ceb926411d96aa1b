import type { Asset } from '@diorama/shared/contract/assets.ts';
import { type FileFormat, FORMATS, formatAt } from '@diorama/shared/domain/formats.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { METRES } from '../../scene/measure/quantity.ts';

/** Alternative size of a model: scaled by `factor`, which is right if its numbers are in `unit`. */
export type SizeChoice = { factor: number; unit: SceneDocument['unit'] | null };

/** Question about the size of a model: its largest side in metres, and alternatives. */
export type SizeQuestion = {
  size: number;
  isUsual: boolean;
  /** Most likely first. */
  choices: readonly SizeChoice[];
  /** Whether the file format has no up axis. */
  canStandUp: boolean;
};

/** Plausible model sizes in metres, for file formats with units and for those without. */
const USUAL = { said: { from: 0.02, to: 60 }, unsaid: { from: 0.02, to: 4 } } as const;
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
export function sizeQuestion(size: number, formatName: Asset['extra']['format']): SizeQuestion | null {
  const { hasNoUnit = false, hasNoUp = false } = isFormat(formatName) ? formatAt(formatName) : {};
  const isPrint = formatName === 'stl';
  const usual = USUAL[hasNoUnit ? 'unsaid' : 'said'];
  const isUsual = isWithin(usual, size);
  if (!(size > 0) || (isUsual && !isPrint)) {
    return null;
  }
  const choices = choicesOf(size, isPrint).filter(({ factor }) => isWithin(CHOSEN, size * factor));
  return { size, isUsual, choices, canStandUp: hasNoUp };
}

function choicesOf(size: number, isPrint: boolean): SizeChoice[] {
  if (size < USUAL.said.from) {
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
