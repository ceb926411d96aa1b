/** What a visitor has written by thread; `new` is for what begins one. */
type Unsent = Record<string, string>;

const NEW = 'new';

/** What a visitor wrote in a thread, or to begin one, and has not sent; empty without any. */
export function readUnsent(uuid: string, parent: string | null): string {
  return read(uuid)[parent ?? NEW] ?? '';
}

/** Keeps what is being written about a scene for as long as this tab is open, and forgets what is empty. */
export function keepUnsent(uuid: string, parent: string | null, text: string): void {
  const { [parent ?? NEW]: _, ...others } = read(uuid);
  try {
    sessionStorage.setItem(
      keyOf(uuid),
      JSON.stringify(text === '' ? others : { ...others, [parent ?? NEW]: text }),
    );
  } catch {
    // A browser that keeps nothing has it in the field alone.
  }
}

/** All that was written about a scene and not sent. */
export function listUnsent(uuid: string): string[] {
  return Object.values(read(uuid)).filter((text) => text.trim() !== '');
}

function read(uuid: string): Unsent {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(uuid)) ?? '{}');
  } catch {
    return {};
  }
}

function keyOf(uuid: string): string {
  return `diorama.unsent.${uuid}`;
}
