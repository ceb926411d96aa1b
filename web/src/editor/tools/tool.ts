import type { Editor } from '../editor.ts';
import type { Readable } from '../store.ts';
import type { Modifiers, PointerInfo } from './pointer.ts';

/** What the pointer looks like over the scene. */
export type Cursor = 'default' | 'pointer' | 'grab' | 'grabbing' | 'crosshair' | 'none';

/** A key as `KeyboardEvent.key` names it, and when it was pressed or let go, whenever the page came to hear of it: in ms. */
export type KeyInfo = Modifiers & { key: string; at: number };

/** One state of a tool. It hears the pointer while it is the current one, and hands over to another by `tool.enter`. */
export abstract class ToolState<T extends Tool = Tool> {
  /** The last part of the path, such as `translating`. */
  abstract readonly id: string;
  /** Whether nothing has begun, so that another tool may take over without taking anything back. */
  readonly isResting: boolean = false;
  protected readonly tool: T;

  constructor(tool: T) {
    this.tool = tool;
  }

  protected get editor(): Editor {
    return this.tool.editor;
  }

  /** Whether undo takes back something of what has begun, before anything that is in the history. */
  get hasDraft(): boolean {
    return !this.isResting;
  }

  /** Asked after each event. */
  get cursor(): Cursor {
    return 'default';
  }

  onEnter?(): void;
  onExit?(): void;
  onPointerDown?(pointer: PointerInfo): void;
  /** Also when Shift, Alt or Ctrl change while the pointer rests. */
  onPointerMove?(pointer: PointerInfo): void;
  onPointerUp?(pointer: PointerInfo): void;
  /** A finger has rested since it was put down, where {@link Tool.takesHold}; the view does not follow it any more. */
  onPointerHold?(pointer: PointerInfo): void;
  /** The pointer is nowhere over the scene. */
  onPointerLeave?(): void;
  onDoubleClick?(pointer: PointerInfo): void;
  /** Before any shortcut; true when the key was meant for the tool. Escape comes by {@link onCancel}. */
  onKeyDown?(key: KeyInfo): boolean;
  onKeyUp?(key: KeyInfo): void;
  /**
   * Escape, or a switch to another tool: take everything back, which is to rest unless a state says otherwise. False when
   * there was nothing to.
   */
  onCancel(): boolean {
    if (this.isResting) {
      return false;
    }
    this.tool.rest();
    return true;
  }

  /** As for fingers that move the view: takes back what was pressed, which is all that has begun unless a state says otherwise. */
  onPointerLost(): void {
    if (!this.isResting) {
      this.onCancel();
    }
  }

  /** Undo, while there is a draft: takes back the last part of it, which is all of it unless a state says otherwise. */
  onUndo(): void {
    this.onCancel();
  }
}

/** A way to work with the pointer: a small state machine, of which exactly one is in use. */
export abstract class Tool {
  abstract readonly id: string;
  readonly editor: Editor;
  #state: ToolState | null = null;

  constructor(editor: Editor) {
    this.editor = editor;
  }

  /** The state to start in, and to come back to. */
  protected abstract initial(): ToolState;

  /** Where the tool is, such as `select.translating`. */
  get path(): string {
    return `${this.id}.${this.state.id}`;
  }

  get state(): ToolState {
    this.#state ??= this.initial();
    return this.#state;
  }

  /** What its hints depend on beside where it is. */
  get hintedBy(): Readable<unknown> {
    return this.editor.tools.path;
  }

  /** Whether a finger that is put down here is for the tool; else the view follows it, and the tool hears of taps. */
  takesTouch(_pointer: PointerInfo): boolean {
    return false;
  }

  /** Whether a finger that rests here is for the tool from then on, though the view would follow it. */
  takesHold(_pointer: PointerInfo): boolean {
    return false;
  }

  /** Whether a press with Alt here is for the tool; else it turns the view. */
  takesAlt(_pointer: PointerInfo): boolean {
    return false;
  }

  /** What of it outlives a reload in the same tab, as JSON. */
  write?(): unknown;
  /** Goes on with what the tab holds under its name, whatever that is. */
  takeUp?(kept: unknown): void;

  /** Called when it comes into use, and when another does. */
  onTake?(): void;
  onLeave?(): void;

  /** Hands over to another state. */
  enter(next: ToolState): void {
    this.state.onExit?.();
    this.#state = next;
    next.onEnter?.();
  }

  /** Hands over to the initial state. */
  rest(): void {
    this.enter(this.initial());
    this.editor.landing.set(null);
  }

  /** Takes back what has begun, because another tool takes over or nothing may be changed any more. */
  interrupt(): void {
    if (!this.state.isResting) {
      this.state.onCancel();
    }
  }
}
