import { Matrix4, Vector3 } from 'three';
import { roundTo } from '../kernels/round-measure.ts';
import type { CameraPose } from './camera.ts';

/** User as displayed to others. */
export type PeerPerson = { uuid: string; name: string; avatarUrl: string | null; avatarColor: string };

/** Another user with the scene open, in one tab. */
export type Peer = {
  clientId: number;
  person: PeerPerson;
  selection: readonly string[];
  /** Matrix of the running drag of the selection, in world space. */
  drag: Matrix4 | null;
  /** Client id of the tab whose camera this one follows. */
  following: number | null;
  /** Whether the tab is in the background. */
  isAway: boolean;
  /** Running uploads, encoded by {@link packSending}. */
  sending: readonly string[];
  /** The row that edits are recorded into, as `<table>/<id>`; null while nothing is recorded. */
  recording: string | null;
};

/** Upload of a tab for a node: progress from 0 to 1, and whether it is paused. */
export type Sending = { nodeId: string; share: number; isHeld: boolean };

/** Camera, pointer and projection of a tab; `camera` is null while it follows another user. */
export type PeerView = { cursor: Vector3 | null; camera: CameraPose | null; isFlat: boolean };

/** Awareness state of a tab. Points are in metres, angles in degrees. */
export type PeerState = {
  person: PeerPerson;
  selection: readonly string[];
  drag: readonly number[] | null;
  following: number | null;
  isAway: boolean;
  sending: readonly string[];
  recording: string | null;
  cursor: readonly number[] | null;
  camera: readonly number[] | null;
  isFlat: boolean;
  /** Set while this user presents to the visitors of the scene's link; `stop` is the open annotation. */
  showing: { stop: string | null } | null;
};

/** Encoded pointer and camera, rounded to millimetres; a camera is eye, target and angle in one array. */
type SentView = Pick<PeerState, 'cursor' | 'camera' | 'isFlat'>;

const NOBODYS_COLOR = '#6fa3f5';
/** Largest accepted coordinate, in metres. */
const FURTHEST = 1e6;
/** Largest number of shared uploads. */
const MAX_SENT = 50;
/** Longest name of a recorded row. */
const MAX_TARGET = 60;
const FOV = { min: 1, max: 170 } as const;
/** Smallest accepted distance of a camera to its target, in metres. */
const NEAREST = 1e-3;

/** Parses the state of another client, which may be arbitrary; invalid fields are ignored. */
export function readPeer(clientId: number, state: Record<string, unknown>): Peer | null {
  const person = state.person as Partial<PeerPerson> | null | undefined;
  if (typeof person?.uuid !== 'string' || typeof person.name !== 'string') {
    return null;
  }
  const { selection, drag, following, sending, recording } = state;
  return {
    clientId,
    person: {
      uuid: person.uuid,
      name: person.name.slice(0, 200),
      avatarUrl: typeof person.avatarUrl === 'string' ? person.avatarUrl : null,
      avatarColor: readColor(person.avatarColor),
    },
    selection: Array.isArray(selection) ? selection.filter((id) => typeof id === 'string') : [],
    drag: isNumberArray(drag, 16) ? new Matrix4().fromArray(drag) : null,
    following: Number.isSafeInteger(following) ? Number(following) : null,
    isAway: state.isAway === true,
    sending: Array.isArray(sending)
      ? sending.filter((one) => typeof one === 'string').slice(0, MAX_SENT)
      : [],
    recording: typeof recording === 'string' && recording.length <= MAX_TARGET ? recording : null,
  };
}

/** Parses the camera and pointer of a tab; ignores values that are not finite, too far away or degenerate. */
export function readView({ cursor, camera, isFlat }: Record<string, unknown>): PeerView {
  return {
    cursor: isPlace(cursor) ? new Vector3().fromArray(cursor) : null,
    camera: readPose(camera),
    isFlat: isFlat === true,
  };
}

/** Encodes a view for awareness. */
export function packView({ cursor, camera, isFlat }: PeerView): SentView {
  return {
    isFlat,
    cursor: cursor?.toArray().map(toMillimetre) ?? null,
    camera: camera && [
      ...[...camera.position.toArray(), ...camera.target.toArray()].map(toMillimetre),
      Math.round(camera.fov * 100) / 100,
    ],
  };
}

/** Whether a tab's listed state is unchanged: user, selection, drag, uploads, recording and followed tab. */
export function isSamePeer(a: Peer, b: Peer): boolean {
  const isSamePerson = (['uuid', 'name', 'avatarUrl', 'avatarColor'] as const).every(
    (key) => a.person[key] === b.person[key],
  );
  const isSameDrag = a.drag && b.drag ? a.drag.equals(b.drag) : a.drag === b.drag;
  const isSameWay = a.following === b.following && a.isAway === b.isAway;
  const areSameLists = isSameList(a.selection, b.selection) && isSameList(a.sending, b.sending);
  const isSameWork = areSameLists && a.recording === b.recording;
  return isSamePerson && isSameDrag && isSameWay && isSameWork;
}

/** Encodes uploads with whole percents, up to a limit. */
export function packSending(all: readonly Sending[]): string[] {
  return all
    .slice(0, MAX_SENT)
    .map(({ nodeId, share, isHeld }) => `${nodeId} ${Math.floor(share * 100)}${isHeld ? ' held' : ''}`);
}

/** Decodes {@link packSending}; null for invalid text. */
export function readSending(text: string): Sending | null {
  const [, nodeId, percent, held] = /^(\S{1,64}) (\d{1,3})( held)?$/.exec(text) ?? [];
  return nodeId === undefined
    ? null
    : { nodeId, share: Math.min(Number(percent) / 100, 1), isHeld: held !== undefined };
}

/** Reuses the unchanged objects of the previous view, or the whole view if nothing changed. */
export function reuseView(next: PeerView, before: PeerView | undefined): PeerView {
  if (!before) {
    return next;
  }
  const cursor = before.cursor && next.cursor?.equals(before.cursor) ? before.cursor : next.cursor;
  const camera = isSamePose(next.camera, before.camera) ? before.camera : next.camera;
  const isSame = cursor === before.cursor && camera === before.camera && next.isFlat === before.isFlat;
  return isSame ? before : { cursor, camera, isFlat: next.isFlat };
}

/** Whether two lists of primitive values are equal; null only equals null. */
export function isSameList(a: readonly unknown[] | null, b: readonly unknown[] | null): boolean {
  return a === null || b === null
    ? a === b
    : a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}

function readPose(camera: unknown): CameraPose | null {
  if (!isNumberArray(camera, 7) || !isPlace(camera.slice(0, 3)) || !isPlace(camera.slice(3, 6))) {
    return null;
  }
  const [position, target] = [new Vector3().fromArray(camera), new Vector3().fromArray(camera, 3)];
  const fov = camera[6] ?? 0;
  const isSeeing = fov >= FOV.min && fov <= FOV.max && position.distanceTo(target) >= NEAREST;
  return isSeeing ? { position, target, fov } : null;
}

function isSamePose(a: CameraPose | null, b: CameraPose | null): boolean {
  return a && b ? a.fov === b.fov && a.position.equals(b.position) && a.target.equals(b.target) : a === b;
}

function readColor(color: unknown): string {
  return typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : NOBODYS_COLOR;
}

function isPlace(value: unknown): value is number[] {
  return isNumberArray(value, 3) && value.every((one) => Math.abs(one) <= FURTHEST);
}

function isNumberArray(value: unknown, count: number): value is number[] {
  return Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one));
}

function toMillimetre(metres: number): number {
  return roundTo(metres, 3);
}
