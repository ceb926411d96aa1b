import type { AssetSource } from './asset-loader.ts';

/** Highest number of sounds that play at once; the oldest one stops for another. */
const MAX_PLAYING = 16;
/** Events of a visitor after which browsers permit sounds. */
const GESTURES = ['pointerup', 'touchend', 'keydown'] as const;

/** A sound with its way of playing: an asset's iri; null means all sounds. */
export type SoundSwitch = {
  sound: string | null;
  mode: 'toggle' | 'on' | 'off';
  /** 0 to 1. */
  volume: number;
  loop: boolean;
};

type SceneSoundsOptions = {
  source: AssetSource;
  /** Called when a sound starts or ends. */
  onChange?: () => void;
};

/**
 * Plays sounds, each once at a time; their files are fetched when they first play. Before the first gesture of a
 * visitor, sounds wait for it, as browsers permit none. While the tab is hidden, sounds pause.
 */
export class SceneSounds {
  readonly #options: SceneSoundsOptions;
  /** Sounds that play or wait for a gesture, the oldest first. */
  readonly #playing = new Map<string, HTMLAudioElement>();
  readonly #abort = new AbortController();
  #isMuted = false;

  constructor(options: SceneSoundsOptions) {
    this.#options = options;
    const { signal } = this.#abort;
    for (const event of GESTURES) {
      window.addEventListener(event, () => this.#resume(), { signal, capture: true });
    }
    document.addEventListener('visibilitychange', () => this.#followTab(), { signal });
  }

  /** Whether a sound plays, or waits for a gesture. */
  isPlaying(sound: string): boolean {
    return this.#playing.has(sound);
  }

  /** Plays a sound from its start, or stops it. */
  switch({ sound, mode, volume, loop }: SoundSwitch): void {
    const isOn = sound !== null && this.#playing.has(sound);
    if (mode === 'off' || (mode === 'toggle' && isOn)) {
      this.#stop(sound);
    } else if (sound !== null) {
      this.#start(sound, { volume, loop });
    }
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    for (const audio of this.#playing.values()) {
      audio.muted = isMuted;
    }
  }

  dispose(): void {
    this.#abort.abort();
    this.#stop(null);
  }

  #start(sound: string, { volume, loop }: Pick<SoundSwitch, 'volume' | 'loop'>): void {
    this.#end(sound);
    const audio = new Audio();
    Object.assign(audio, { volume, loop, muted: this.#isMuted, preload: 'none' });
    for (const event of ['ended', 'error']) {
      audio.addEventListener(event, () => this.#drop(sound, audio), { once: true });
    }
    unlock(audio);
    this.#playing.set(sound, audio);
    for (const oldest of [...this.#playing.keys()].slice(0, -MAX_PLAYING)) {
      this.#end(oldest);
    }
    this.#options.onChange?.();
    this.#options.source(sound).then(
      (address) => {
        if (!address) {
          this.#drop(sound, audio);
        } else if (this.#playing.get(sound) === audio) {
          audio.src = address.url;
          this.#play(sound, audio);
        }
      },
      // The scene works without the sound.
      () => this.#drop(sound, audio),
    );
  }

  #play(sound: string, audio: HTMLAudioElement): void {
    if (document.hidden || !mayPlay()) {
      return;
    }
    audio.play().catch((error: unknown) => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      // A refused sound waits for a gesture. A pause ends a start as well.
      if (!isRefused && audio.error) {
        this.#drop(sound, audio);
      }
    });
  }

  /** Starts what waits for a gesture, or for its tab. */
  #resume(): void {
    for (const [sound, audio] of this.#playing) {
      if (audio.src === '') {
        unlock(audio);
      } else if (audio.paused) {
        this.#play(sound, audio);
      }
    }
  }

  #followTab(): void {
    if (!document.hidden) {
      this.#resume();
      return;
    }
    for (const audio of this.#playing.values()) {
      audio.pause();
    }
  }

  /** Stops a sound, or all for null. */
  #stop(sound: string | null): void {
    for (const one of sound === null ? [...this.#playing.keys()] : [sound]) {
      this.#end(one);
    }
    this.#options.onChange?.();
  }

  #drop(sound: string, audio: HTMLAudioElement): void {
    if (this.#playing.get(sound) === audio) {
      this.#stop(sound);
    }
  }

  #end(sound: string): void {
    const audio = this.#playing.get(sound);
    this.#playing.delete(sound);
    if (audio?.src) {
      audio.pause();
      audio.removeAttribute('src');
      // Ends the download.
      audio.load();
    }
  }
}

/**
 * Lets Safari play an element later, when its address is known: elements that were loaded within a gesture may play.
 * @see https://github.com/WebKit/WebKit/blob/main/Source/WebCore/html/HTMLMediaElement.cpp `load`
 */
function unlock(audio: HTMLAudioElement): void {
  audio.load();
}

/** Whether the visitor has done something in the page; browsers that do not know refuse sounds themselves. */
function mayPlay(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}
