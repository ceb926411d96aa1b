/** Names that the editor gives to new interactions, in each of its languages. */
const DEFAULT_NAME = /^(?:Interaction|Interacción) \d+$/;

/** Whether an interaction still has the name that the editor gave it, which means nothing to visitors. */
export function isDefaultName(name: string): boolean {
  return DEFAULT_NAME.test(name);
}
