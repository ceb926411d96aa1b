import type { SceneMessageKey } from '@diorama/shared/i18n/scene.en.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/** What is open above the viewport. */
export type Overlay = 'palette' | 'help' | 'invite' | 'publish' | 'versions' | 'reimagine';

/** The panels beside the scene, or over it. */
export const PANEL_NAMES = ['outliner', 'inspector'] as const;
export type PanelName = (typeof PANEL_NAMES)[number];

/** What of the interface is open. */
export type UiState = {
  overlay: Overlay | null;
  /** What is looked for among the actions; begins anew whenever that is opened. */
  sought: string;
  /** The node whose name is being typed. */
  renaming: string | null;
  arePanelsShown: boolean;
  /** The library is open beside the scene. */
  isLibraryOpen: boolean;
  /** What things snap to is being chosen. */
  isSnapOpen: boolean;
  /** The person walks through the scene, and the editor is out of their way. */
  isWalking: boolean;
  /** The camera of the scene that is looked through, until the person moves the view. */
  lookingThrough: string | null;
  /** Where there is no room beside the scene, at most one panel is open, over it. */
  sheet: PanelName | null;
};

/** The clipboard of the system; a browser may refuse to read it. */
export type Clipboard = {
  write: (text: string | null) => void;
  read: (use: (text: string) => void) => void;
};

/** What tools call what they make. */
export type Noun =
  | Extract<SceneMessageKey, `node.${string}`>
  | 'option.door'
  | 'option.window'
  | 'option.hole'
  | 'material.name';

/** What is told of an edit that could not be. */
export type Told =
  | 'wall.full'
  | 'wall.short'
  | 'paste.placeless'
  | 'dropper.ofFile'
  | 'dropper.left'
  | 'history.overtaken'
  | 'history.over'
  | 'history.over.self'
  | 'history.over.nobody';

/** Values of a message by the name of their place in it. */
type ToldParams = { readonly name: string };

const START: UiState = {
  overlay: null,
  sought: '',
  renaming: null,
  arePanelsShown: true,
  isLibraryOpen: false,
  isSnapOpen: false,
  isWalking: false,
  lookingThrough: null,
  sheet: null,
};

/**
 * Something on its way to a thing: what that is called, or what the file is that goes to none; the share that has arrived, if
 * that is known, and how to stop it, if that can be done.
 */
export type Dressing = {
  readonly name: string;
  readonly isFile: boolean;
  readonly share: number | null;
  readonly cancel: (() => void) | null;
};

/** Tells how much of something has arrived, 0 to 1, and that it is no longer on its way. */
type Way = { progress: (share: number) => void; end: () => void };

/** What of the interface is open, so that actions can open it. */
export class UiManager extends Manager implements Readable<UiState> {
  readonly #state = new Store(START);
  /** Within one editor until whoever draws it lends the system's. */
  clipboard: Clipboard = memoryClipboard();
  /** What a thing is called in the person's language; nothing until whoever draws it lends the words. */
  nameOf: (noun: Noun) => string = () => '';
  /** Asks for files to import; set by whoever draws the input. */
  readonly fileRequests = new Store(0);
  /** The slot whose material is open in the inspector, of whichever node is selected. */
  readonly openSlot = new Store<string | null>(null);
  /** The nodes whose children the outliner shows. */
  readonly openNodes = new Store<ReadonlySet<string>>(new Set());

  /** The parts and switches of panels that the person opened or closed, by what they are called. */
  readonly folds = new Map<string, boolean>();

  /** The pictures that are on their way to things. */
  readonly dressing = new Store<readonly Dressing[]>([]);

  /** What was told last, each time anew. */
  readonly told = new Store<{ what: Told; params?: ToldParams } | null>(null);

  /** What waits behind an action, in words, by the action's id. */
  readonly marks = new Store<Readonly<Record<string, string | null>>>({});

  readonly get = (): UiState => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  change(patch: Partial<UiState>): void {
    this.#state.update((before) => ({ ...before, ...patch }));
  }

  /** Says at the buttons of an action what waits behind it; null for nothing. */
  mark(action: string, words: string | null): void {
    this.marks.update((before) => ({ ...before, [action]: words }));
  }

  /** Opens a panel over the scene, or closes it when it is open; never two at a time. */
  toggleSheet(name: PanelName): void {
    this.#state.update((before) => {
      const isOpen = before.arePanelsShown && before.sheet === name;
      return { ...before, sheet: isOpen ? null : name, isLibraryOpen: false, arePanelsShown: true };
    });
  }

  /** Opens the library in the place of other panels, or closes it when it is open. */
  toggleLibrary(): void {
    this.#state.update((before) => {
      const isOpen = before.arePanelsShown && before.isLibraryOpen;
      return { ...before, sheet: null, isLibraryOpen: !isOpen, arePanelsShown: true };
    });
  }

  /** Tells the person why an edit was taken back, or what else it did. */
  tell(what: Told, params?: ToldParams): void {
    this.told.set(params ? { what, params } : { what });
  }

  /** Shows what is below nodes in the outliner, or hides it. */
  openInOutliner(ids: Iterable<string>, isOpen: boolean): void {
    this.openNodes.update((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isOpen) {
          next.add(id);
        } else {
          next.delete(id);
        }
      }
      return next;
    });
  }

  /** Says that something is on its way to a thing, and how much of it has arrived; returns what tells more of that. */
  beginDressing(name: string, cancel: (() => void) | null = null): Way {
    return this.#begin({ name, isFile: false, share: null, cancel });
  }

  /** Says the same of a file that is for the scene itself. */
  beginFile(name: string, cancel: () => void): Way {
    return this.#begin({ name, isFile: true, share: null, cancel });
  }

  #begin(begun: Dressing): Way {
    let mine = begun;
    this.dressing.update((all) => [...all, mine]);
    return {
      progress: (share) => {
        const before = mine;
        mine = { ...before, share };
        this.dressing.update((all) => all.map((one) => (one === before ? mine : one)));
      },
      end: () => this.dressing.update((all) => all.filter((one) => one !== mine)),
    };
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
