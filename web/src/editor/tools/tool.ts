import type { ReadonlySignal } from '@preact/signals-core';
import type {
  Commenting,
  Dragging,
  Feedback,
  SceneFiles,
  SelectionWriter,
  ToolSwitch,
  UserSettings,
  ViewedScene,
} from '../parts.ts';
import type { Modifiers, PointerInfo } from './pointer.ts';

/** Pointer cursor over the scene. */
export type Cursor = 'default' | 'progress' | 'pointer' | 'grab' | 'grabbing' | 'crosshair' | 'none';

/** Key by `KeyboardEvent.key`, and the event's time stamp in ms, independent of delays in the page. */
export type KeyInfo = Modifiers & { key: string; at: number };

/** Parts of the editor for tools, which select, edit and draw previews, and know nothing of other users. */
export interface ToolContext
  extends SelectionWriter,
    ViewedScene,
    Dragging,
    Feedback,
    Commenting,
    SceneFiles,
    ToolSwitch,
    UserSettings {}

/** State of a tool. The current state receives pointer events, and changes to another by `tool.enter`. */
export abstract class ToolState<T extends Tool = Tool> {
  /** Last part of the path, such as `translating`. */
  abstract readonly id: string;
  /** Whether no interaction is running, so that another tool may take over without a revert. */
  readonly isResting: boolean = false;
  protected readonly tool: T;

  constructor(tool: T) {
    this.tool = tool;
  }

  protected get editor(): ToolContext {
    return this.tool.editor;
  }

  /** Whether undo reverts part of the draft before the history. */
  get hasDraft(): boolean {
    return !this.isResting;
  }

  /** Read after each event. */
  get cursor(): Cursor {
    return 'default';
  }

  onEnter?(): void;
  onExit?(): void;
  onPointerDown?(pointer: PointerInfo): void;
  /** Also called when Shift, Alt or Ctrl change without a pointer move. */
  onPointerMove?(pointer: PointerInfo): void;
  onPointerUp?(pointer: PointerInfo): void;
  /**
   * Called for a touch hold where {@link Tool.takesHold} allows it; the view no longer follows the finger.
   */
  onPointerHold?(pointer: PointerInfo): void;
  /** The pointer has left the view. */
  onPointerLeave?(): void;
  onDoubleClick?(pointer: PointerInfo): void;
  /** Called before shortcuts; returns whether the tool handled the key. Escape calls {@link onCancel}. */
  onKeyDown?(key: KeyInfo): boolean;
  onKeyUp?(key: KeyInfo): void;
  /**
   * Handles Escape or a change of tool: reverts the draft, by default by returning to the initial state.
   * Returns false without a draft.
   */
  onCancel(): boolean {
    if (this.isResting) {
      return false;
    }
    this.tool.rest();
    return true;
  }

  /**
   * Handles a lost pointer, for example when a camera gesture starts: reverts the current press, by default
   * the whole draft.
   */
  onPointerLost(): void {
    if (!this.isResting) {
      this.onCancel();
    }
  }

  /** Handles undo during a draft: reverts its last part, by default the whole draft. */
  onUndo(): void {
    this.onCancel();
  }
}

/** Tool with a small state machine; exactly one tool is active. */
export abstract class Tool {
  abstract readonly id: string;
  readonly editor: ToolContext;
  #state: ToolState | null = null;

  constructor(editor: ToolContext) {
    this.editor = editor;
  }

  /** Initial state, also entered by {@link rest}. */
  protected abstract initial(): ToolState;

  /** State path, such as `select.translating`. */
  get path(): string {
    return `${this.id}.${this.state.id}`;
  }

  get state(): ToolState {
    this.#state ??= this.initial();
    return this.#state;
  }

  /** Store that its hints depend on, in addition to the path. */
  get hintedBy(): ReadonlySignal<unknown> {
    return this.editor.tools.path;
  }

  /** Whether a touch here is handled by the tool; otherwise it moves the view, and the tool receives taps. */
  takesTouch(_pointer: PointerInfo): boolean {
    return false;
  }

  /** Whether a touch hold here is handled by the tool, where a touch alone moves the view. */
  takesHold(_pointer: PointerInfo): boolean {
    return false;
  }

  /** Whether a press with Alt here is handled by the tool; otherwise it orbits the view. */
  takesAlt(_pointer: PointerInfo): boolean {
    return false;
  }

  /** Returns the state to restore after a reload in the same tab, as JSON. */
  write?(): unknown;
  /** Restores state from the tab's storage, which may be arbitrary. */
  restore?(kept: unknown): void;

  /** Called when the tool is activated, and when another one is. */
  onActivate?(): void;
  onLeave?(): void;

  /** Enters another state. */
  enter(next: ToolState): void {
    this.state.onExit?.();
    this.#state = next;
    next.onEnter?.();
  }

  /** Enters the initial state. */
  rest(): void {
    this.enter(this.initial());
    this.editor.snapTarget.value = null;
  }

  /** Reverts the draft, because another tool takes over or edit permission was lost. */
  interrupt(): void {
    if (!this.state.isResting) {
      this.state.onCancel();
    }
  }
}
