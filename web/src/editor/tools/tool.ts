import type { Editor } from '../editor.ts';
import type { GizmoMode } from '../kernels/gizmo.ts';
import type { PointerInfo } from './pointer.ts';

/** One state of a tool. It hears the pointer while it is the current one, and hands over to another by `tool.enter`. */
export abstract class ToolState {
  /** The last part of the path, such as `translating`. */
  abstract readonly id: string;
  /** Whether nothing has begun, so that another tool may take over without taking anything back. */
  readonly isResting: boolean = false;
  protected readonly tool: Tool;

  constructor(tool: Tool) {
    this.tool = tool;
  }

  protected get editor(): Editor {
    return this.tool.editor;
  }

  onEnter?(): void;
  onExit?(): void;
  onPointerDown?(pointer: PointerInfo): void;
  onPointerMove?(pointer: PointerInfo): void;
  onPointerUp?(pointer: PointerInfo): void;
  onDoubleClick?(pointer: PointerInfo): void;
  /** Escape, a lost pointer, or a switch to another tool: take everything back. False when there was nothing to. */
  onCancel(): boolean {
    return false;
  }
}

/** A way to work with the pointer: a small state machine, of which exactly one is in use. */
export abstract class Tool {
  abstract readonly id: string;
  /** The handles it shows on the selection. */
  abstract readonly gizmo: GizmoMode | null;
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

  /** Hands over to another state. */
  enter(next: ToolState): void {
    this.state.onExit?.();
    this.#state = next;
    next.onEnter?.();
  }

  /** Hands over to the initial state. */
  rest(): void {
    this.enter(this.initial());
  }

  /** Takes back what has begun, because the pointer is lost or another tool takes over. */
  interrupt(): void {
    if (!this.state.isResting) {
      this.state.onCancel();
    }
  }
}
