import { describe, expect, it, vi } from 'vitest';
import { createWorkspaceChoice } from './workspace-choice.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
  };
}

describe('the chosen workspace', () => {
  it('is null until the user chooses one', () => {
    expect(createWorkspaceChoice(memory()).get('ada')).toBeNull();
  });

  it('is stored for the next visit, per user', () => {
    const storage = memory();
    createWorkspaceChoice(storage).choose('ada', 'studio');
    const next = createWorkspaceChoice(storage);
    expect(next.get('ada')).toBe('studio');
    expect(next.get('bob')).toBeNull();
  });

  it('does not follow the choice of another tab', () => {
    const storage = memory();
    const here = createWorkspaceChoice(storage);
    here.choose('ada', 'studio');
    createWorkspaceChoice(storage).choose('ada', 'school');
    expect(here.get('ada')).toBe('studio');
  });

  it('notifies its listeners until they unsubscribe', () => {
    const choice = createWorkspaceChoice(memory());
    const listener = vi.fn();
    const leave = choice.subscribe(listener);
    choice.choose('ada', 'studio');
    leave();
    choice.choose('ada', 'school');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
