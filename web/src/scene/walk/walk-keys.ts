/** Actions of keys while walking. */
export type WalkKey = 'ahead' | 'back' | 'left' | 'right' | 'run' | 'crouch' | 'jump';

/** Keys by `code`. Crouching is not Ctrl, because Ctrl W closes the tab. */
export const WALK_KEYS: Readonly<Record<string, WalkKey>> = {
  KeyW: 'ahead',
  ArrowUp: 'ahead',
  KeyS: 'back',
  ArrowDown: 'back',
  KeyA: 'left',
  ArrowLeft: 'left',
  KeyD: 'right',
  ArrowRight: 'right',
  ShiftLeft: 'run',
  ShiftRight: 'run',
  KeyC: 'crouch',
  Space: 'jump',
};

/** Direction of the held keys, each component from −1 to 1. */
export function directionOfKeys(held: ReadonlySet<WalkKey>): { ahead: number; right: number } {
  const share = (key: WalkKey) => (held.has(key) ? 1 : 0);
  return { ahead: share('ahead') - share('back'), right: share('right') - share('left') };
}
