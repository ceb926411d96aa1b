import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/** What is open above the viewport. */
export type Overlay = 'palette' | 'help' | 'publish';

/** What of the interface is open. */
export type UiState = {
  overlay: Overlay | null;
  /** The node whose name is being typed. */
  renaming: string | null;
  arePanelsShown: boolean;
  /** The library is open beside the scene. */
  isLibraryOpen: boolean;
  /** On a phone at most one panel is open, as a sheet. */
  sheet: 'outliner' | 'inspector' | null;
};

/** The clipboard of the system; a browser may refuse to read it. */
export type Clipboard = {
  write: (text: string | null) => void;
  read: (use: (text: string) => void) => void;
};

const START: UiState = {
  overlay: null,
  renaming: null,
  arePanelsShown: true,
  isLibraryOpen: false,
  sheet: null,
};

/** What of the interface is open, so that actions can open it. */
export class UiManager extends Manager implements Readable<UiState> {
  readonly #state = new Store(START);
  /** Within one editor until whoever draws it lends the system's. */
  clipboard: Clipboard = memoryClipboard();
  /** Asks for files to import; set by whoever draws the input. */
  readonly fileRequests = new Store(0);

  readonly get = (): UiState => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  change(patch: Partial<UiState>): void {
    this.#state.update((before) => ({ ...before, ...patch }));
  }

  /** Opens the browser's file picker. */
  requestFiles(): void {
    this.fileRequests.update((count) => count + 1);
  }
}

function memoryClipboard(): Clipboard {
  let held = '';
  return {
    write: (text) => {
      held = text ?? held;
    },
    read: (use) => use(held),
  };
}
