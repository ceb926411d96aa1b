/**
 * Joins the parts of a generated node's id; ids of stored nodes cannot have it. A generated id is
 * `<owner>:<key>:<source>`, where the owner may be generated as well.
 */
const JOINT = ':';

/** Id of the node that an owner generates for a source, in the copy of this key. */
export function generatedId(owner: string, key: string, source: string): string {
  return idInCopy(owner, key, sourceIdOf(source));
}

/** Id of a node by its id within a copy; the opposite of {@link idWithin}. */
export function idInCopy(owner: string, key: string, within: string): string {
  return owner + JOINT + key + JOINT + within;
}

/** Whether an id is one of a generated node. */
export function isGeneratedId(id: string): boolean {
  return id.includes(JOINT);
}

/** The stored node that generates a node, or the node itself. */
export function storedOwnerOf(id: string): string {
  const at = id.indexOf(JOINT);
  return at < 0 ? id : id.slice(0, at);
}

/** The node that directly generates a node; null for a stored one. */
export function ownerOf(id: string): string | null {
  const at = id.lastIndexOf(JOINT, id.lastIndexOf(JOINT) - 1);
  return at < 0 ? null : id.slice(0, at);
}

/** The stored node that a node was copied from, or the node itself. */
export function sourceIdOf(id: string): string {
  return id.slice(id.lastIndexOf(JOINT) + 1);
}

/** An owner and the key of one of its copies. */
const REPEATED = /[^:]+:[^:]+:/g;

/** The node of which a node is a copy within repeats, or the node itself. Copies of instances have no key. */
export function sourceInRepeats(id: string): string {
  return isGeneratedId(id) ? id.replaceAll(REPEATED, '') : id;
}

/** Whether a node is a copy within a repeat. */
export function isRepeated(id: string): boolean {
  return sourceInRepeats(id) !== id;
}

/** Ids of the owners of a generated node, outermost first, and of its source. */
export function idsAlong(id: string): string[] {
  return id.split(JOINT).filter((_part, i) => i % 2 === 0);
}

/** The ids of a generated node within each of its owners, its own first and that of its source last. */
export function idsWithinOwners(id: string): string[] {
  const parts = id.split(JOINT);
  return parts.flatMap((_part, i) => (i % 2 === 0 ? [parts.slice(i).join(JOINT)] : []));
}

/** The stored owner of a generated node, the nodes that generate it in turn, and the node itself. */
export function ownersAlong(id: string): string[] {
  const parts = id.split(JOINT);
  return parts.flatMap((_part, i) => (i % 2 === 0 ? [parts.slice(0, i + 1).join(JOINT)] : []));
}

/** A generated id with other ids of its owners and its source; the keys of copies stay. */
export function renamedAlong(id: string, rename: (id: string) => string): string {
  const parts = id.split(JOINT).map((part, i) => (i % 2 === 0 ? rename(part) : part));
  return parts.join(JOINT);
}

/** Number of nested owners that generate a node. */
export function depthOf(id: string): number {
  let joints = 0;
  for (let at = id.indexOf(JOINT); at >= 0; at = id.indexOf(JOINT, at + 1)) {
    joints += 1;
  }
  return joints / 2;
}

/** Id of a generated node within the copy of this key: how overrides of its owner name it. Null for other nodes. */
export function idWithin(owner: string, key: string, id: string): string | null {
  const prefix = owner + JOINT + key + JOINT;
  return id.startsWith(prefix) && id.length > prefix.length ? id.slice(prefix.length) : null;
}
