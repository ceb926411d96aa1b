import { Ray, Vector3 } from 'three';
import type { View } from '../framing.ts';
import type { Doors } from './doors.ts';
import '../bar-buttons.css';
import '../action-bar.css';
import './walker.css';
import type { Cast } from './walk-body.ts';
import { eyeHeight, stepWalk, turnHead, viewDirection, type Walk, type WalkInput } from './walk-step.ts';

/** Actions of keys while walking. */
type WalkKey = 'ahead' | 'back' | 'left' | 'right' | 'run' | 'crouch' | 'jump';

/** Keys by `code`. Crouching is not Ctrl, because Ctrl W closes the tab. */
const WALK_KEYS: Readonly<Record<string, WalkKey>> = {
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

/** Dependencies and callbacks of a walk. */
export type WalkerOptions = {
  /** Parent of the canvas; a layer over it receives pointer events. */
  host: HTMLElement;
  /** View at the start of the walk. */
  from: View;
  /** Sets the camera to the walker's view. */
  show: (view: View) => void;
  cast: Cast;
  doors: Doors;
  /** Camera ray through a point of the window. */
  rayAt: (clientX: number, clientY: number) => Ray;
  /** Position for standing at a point of the window; null if there is none. */
  placeAt: (clientX: number, clientY: number) => Vector3 | null;
  /** Height of the invisible ground, in metres. */
  floor: number;
  words: { leave: string; keys: string; touch: string };
  /** Called when the user ends the walk. */
  onLeave: () => void;
};

/** Key that opens the door in view, by `code`. */
const USE_KEY = 'KeyE';
/** Turn of the head per pixel, in radians; more for fingers, which travel less. */
const RADIANS = { mouse: 0.0025, touch: 0.006 } as const;
/** Distance of a finger from its start for full speed, in pixels. */
const STICK = 56;
/** Limits of a double tap, in milliseconds and pixels. */
const DOUBLE = { ms: 320, pixels: 30 } as const;
/** Distance at which a target counts as reached, in metres, and time limit in seconds. */
const REACHED = { metres: 0.15, seconds: 6 } as const;

/** Walks through a scene at eye height. Plain DOM: editor and public pages share it. */
export class Walker {
  readonly #options: WalkerOptions;
  readonly #layer: HTMLElement;
  readonly #stick: HTMLElement;
  readonly #abort = new AbortController();
  readonly #held = new Set<WalkKey>();
  readonly #fingers = new Map<number, { role: 'stick' | 'look'; x: number; y: number }>();
  #push = { ahead: 0, right: 0 };
  #lastTap = { time: 0, x: 0, y: 0 };
  #goal: { at: Vector3; since: number } | null = null;
  #walk: Walk;
  #frame = 0;
  #time = performance.now();

  constructor(options: WalkerOptions) {
    this.#options = options;
    this.#walk = standingAt(options.from, options);
    this.#layer = document.createElement('div');
    this.#layer.className = 'walk-layer';
    this.#layer.tabIndex = -1;
    this.#stick = document.createElement('span');
    this.#stick.className = 'walk-stick';
    this.#stick.hidden = true;
    this.#layer.append(dotOf(), this.#stick, this.#pills());
    options.host.append(this.#layer);
    this.#listen();
    this.#layer.focus({ preventScroll: true });
    if (matchMedia('(pointer: fine)').matches) {
      // If the browser refuses, dragging turns the head.
      Promise.resolve(this.#layer.requestPointerLock()).catch(() => undefined);
    }
    this.#frame = requestAnimationFrame(this.#step);
    this.#show();
  }

  /** Ends the walk; the caller restores the view. */
  dispose(): void {
    this.#abort.abort();
    cancelAnimationFrame(this.#frame);
    this.#options.doors.dispose();
    if (document.pointerLockElement === this.#layer) {
      document.exitPointerLock();
    }
    this.#layer.remove();
  }

  readonly #step = (now: number): void => {
    const seconds = (now - this.#time) / 1000;
    this.#time = now;
    const before = this.#walk;
    this.#options.doors.advance(seconds);
    this.#walk = stepWalk(before, this.#inputAt(now), seconds, this.#options);
    if (
      this.#walk.foot.distanceToSquared(before.foot) > 1e-10 ||
      this.#walk.isCrouched !== before.isCrouched
    ) {
      this.#show();
    }
    this.#frame = requestAnimationFrame(this.#step);
  };

  #show(): void {
    const position = this.#eye();
    this.#options.show({ position, target: position.clone().add(viewDirection(this.#walk)) });
  }

  #eye(): Vector3 {
    const { foot } = this.#walk;
    return foot.clone().setY(foot.y + eyeHeight(this.#walk));
  }

  #inputAt(now: number): WalkInput {
    const byKey = directionOfKeys(this.#held);
    const isByHand = byKey.ahead !== 0 || byKey.right !== 0 || this.#fingers.size > 0;
    const way = isByHand ? byKey : this.#towardsGoal(now);
    return {
      ahead: way.ahead + this.#push.ahead,
      right: way.right + this.#push.right,
      isRunning: this.#held.has('run'),
      isCrouching: this.#held.has('crouch'),
      isJumping: this.#held.has('jump'),
    };
  }

  #towardsGoal(now: number): { ahead: number; right: number } {
    const goal = this.#goal;
    const way = goal?.at.clone().sub(this.#walk.foot).setY(0);
    if (!goal || !way || way.length() < REACHED.metres || now - goal.since > REACHED.seconds * 1000) {
      this.#goal = null;
      return { ahead: 0, right: 0 };
    }
    way.normalize().applyAxisAngle(new Vector3(0, 1, 0), -this.#walk.heading);
    return { ahead: -way.z, right: way.x };
  }

  #listen(): void {
    const { signal } = this.#abort;
    const options = { signal, capture: true };
    window.addEventListener('keydown', this.#handleKeyDown, options);
    window.addEventListener('keyup', this.#handleKeyUp, options);
    window.addEventListener('blur', () => this.#held.clear(), { signal });
    const layer = this.#layer;
    layer.addEventListener('pointerdown', this.#handleDown, { signal });
    layer.addEventListener('pointermove', this.#handleMove, { signal });
    layer.addEventListener('pointerup', this.#handleUp, { signal });
    layer.addEventListener('pointercancel', this.#handleUp, { signal });
    layer.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    layer.addEventListener('wheel', (event) => event.preventDefault(), { signal, passive: false });
  }

  readonly #handleKeyDown = (event: KeyboardEvent): void => {
    // A focused button handles its own keys.
    const isOnButton =
      event.target instanceof HTMLButtonElement && ['Enter', 'Space', 'Tab'].includes(event.code);
    if (isOnButton || event.key === 'Tab' || event.ctrlKey || event.metaKey) {
      return;
    }
    event.stopPropagation();
    if (event.key === 'Escape') {
      // With pointer lock the browser uses Escape to release it.
      this.#options.onLeave();
      return;
    }
    if (event.code === USE_KEY) {
      event.preventDefault();
      if (!event.repeat) {
        this.#options.doors.use(new Ray(this.#eye(), viewDirection(this.#walk)));
      }
      return;
    }
    const key = WALK_KEYS[event.code];
    if (key) {
      event.preventDefault();
      this.#held.add(key);
      this.#goal = null;
    }
  };

  readonly #handleKeyUp = (event: KeyboardEvent): void => {
    const key = WALK_KEYS[event.code];
    if (key) {
      this.#held.delete(key);
    }
  };

  readonly #handleDown = (event: PointerEvent): void => {
    // A locked pointer turns the head without a press and cannot be locked again.
    if (event.target !== this.#layer || document.pointerLockElement === this.#layer) {
      return;
    }
    this.#layer.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    if (event.pointerType !== 'touch') {
      this.#fingers.set(event.pointerId, { role: 'look', x, y });
      return;
    }
    const isLeft = x < this.#layer.getBoundingClientRect().left + this.#layer.clientWidth / 2;
    this.#fingers.set(event.pointerId, { role: isLeft ? 'stick' : 'look', x, y });
    this.#tap(event);
  };

  readonly #handleMove = (event: PointerEvent): void => {
    if (document.pointerLockElement === this.#layer) {
      this.#look(event.movementX, event.movementY, RADIANS.mouse);
      return;
    }
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) {
      return;
    }
    const [x, y] = [event.clientX - finger.x, event.clientY - finger.y];
    if (finger.role === 'stick') {
      this.#moveStick(finger, x, y);
      return;
    }
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    // A drag moves the scene with the pointer; a locked pointer turns the head.
    this.#look(-x, -y, RADIANS[event.pointerType === 'touch' ? 'touch' : 'mouse']);
  };

  readonly #handleUp = (event: PointerEvent): void => {
    if (this.#fingers.get(event.pointerId)?.role === 'stick') {
      this.#push = { ahead: 0, right: 0 };
      this.#stick.hidden = true;
    }
    this.#fingers.delete(event.pointerId);
  };

  #moveStick(from: { x: number; y: number }, x: number, y: number): void {
    const length = Math.max(Math.hypot(x, y) / STICK, 1) * STICK;
    this.#push = { ahead: -y / length, right: x / length };
    this.#goal = null;
    const { left, top } = this.#layer.getBoundingClientRect();
    this.#stick.hidden = false;
    this.#stick.style.transform = `translate(${from.x - left}px, ${from.y - top}px)`;
  }

  #look(x: number, y: number, radians: number): void {
    const turned = turnHead(this.#walk, -x * radians, -y * radians);
    if (turned !== this.#walk) {
      // Some browsers keep sending events for a resting, locked pointer.
      this.#walk = turned;
      this.#show();
    }
  }

  #tap({ timeStamp: time, clientX: x, clientY: y }: PointerEvent): void {
    const last = this.#lastTap;
    const isSecond = time - last.time < DOUBLE.ms && Math.hypot(x - last.x, y - last.y) < DOUBLE.pixels;
    this.#lastTap = { time, x, y };
    if (!isSecond || this.#options.doors.use(this.#options.rayAt(x, y))) {
      return;
    }
    const at = this.#options.placeAt(x, y);
    if (at) {
      this.#goal = { at, since: performance.now() };
    }
  }

  #pills(): HTMLElement {
    const { words, onLeave } = this.#options;
    const pills = document.createElement('div');
    pills.className = 'pills bar-buttons';
    const how = document.createElement('p');
    how.textContent = matchMedia('(pointer: fine)').matches ? words.keys : words.touch;
    const leave = document.createElement('button');
    leave.type = 'button';
    leave.textContent = words.leave;
    leave.addEventListener('click', onLeave);
    pills.append(how, leave);
    return pills;
  }
}

/** A walker below the eye of a view, after falling to the ground, with the same view direction. */
function standingAt(
  { position, target }: View,
  { cast, floor }: Pick<WalkerOptions, 'cast' | 'floor'>,
): Walk {
  const way = target.clone().sub(position);
  const below = cast(position, new Vector3(0, -1, 0), Number.POSITIVE_INFINITY);
  const ground = below ? Math.max(position.y - below.distance, floor) : floor;
  return {
    foot: position.clone().setY(ground),
    heading: Math.atan2(-way.x, -way.z),
    pitch: 0,
    speed: 0,
    isGrounded: true,
    isCrouched: false,
  };
}

function dotOf(): HTMLElement {
  const dot = document.createElement('span');
  dot.className = 'walk-dot';
  dot.ariaHidden = 'true';
  return dot;
}

/** Direction of the held keys, each component from −1 to 1. */
function directionOfKeys(held: ReadonlySet<WalkKey>): { ahead: number; right: number } {
  const share = (key: WalkKey) => (held.has(key) ? 1 : 0);
  return { ahead: share('ahead') - share('back'), right: share('right') - share('left') };
}
