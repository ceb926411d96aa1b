import type { Asset } from '@diorama/shared/contract/assets.ts';
import { type FileFormat, FORMATS, formatAt } from '@diorama/shared/domain/formats.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { METRES } from '../../scene/measure/quantity.ts';

/** Another size for a model: times `factor`, which is right where its numbers count `unit`. */
export type SizeChoice = { factor: number; unit: SceneDocument['unit'] | null };

/** What is asked about a model whose file says too little: its largest side now, in metres, and what it may be instead. */
export type SizeQuestion = {
  size: number;
  isUsual: boolean;
  /** The likeliest first. */
  choices: readonly SizeChoice[];
  /** Whether its file says nothing of which way is up. */
  canStandUp: boolean;
};

/** The sizes, in metres, that things have in scenes where their files say units, and where nobody said any. */
const USUAL = { said: { from: 0.02, to: 60 }, unsaid: { from: 0.02, to: 4 } } as const;
/** Sizes that are worth choosing. */
const CHOSEN = { from: 0.001, to: 60 } as const;

/** Parts for printers are drawn in millimetres, other things as often in centimetres. */
const UNITS = {
  print: ['mm', 'cm', 'inch'],
  other: ['cm', 'mm', 'inch'],
} as const satisfies Record<string, readonly SceneDocument['unit'][]>;

/** What is to be asked about a model of some size, if anything: printers' files always are, others where their size is odd. */
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
