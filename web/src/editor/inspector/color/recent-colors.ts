import { readColor } from '../../kernels/color.ts';

const KEY = 'diorama.colors.recent';
const LIMIT = 12;

/** Colours that this user chose last in this browser, newest first. */
export function recentColors(storage: Pick<Storage, 'getItem'> = localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    const texts = Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
    return texts.flatMap((text) => readColor(text)?.hex ?? []).slice(0, LIMIT);
  } catch {
    return [];
  }
}

/** Adds a colour to the recent ones. */
export function rememberColor(
  color: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
  const others = recentColors(storage).filter((other) => other !== color);
  try {
    storage.setItem(KEY, JSON.stringify([color, ...others].slice(0, LIMIT)));
  } catch {
    // Without storage there are no recent colours.
  }
}
