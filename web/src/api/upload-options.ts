/** The reason of a signal by which an upload ends that is to be gone on with later: what has arrived is kept. */
export const LEFT = 'left';

/** What may be said of an upload, and what is told of it. */
export type UploadOptions = {
  signal?: AbortSignal;
  /** Told the share that has arrived, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Told how to pause it, when it is sent in pieces. */
  onPieces?: (control: UploadControl) => void;
  /** Told why nothing is sent for now, and null when it goes on. */
  onHold?: (hold: UploadHold | null) => void;
};

/** Why an upload stands still: a person has paused it, or the server cannot be reached and it waits for that. */
export type UploadHold = 'paused' | 'offline';

/** Pauses an upload and lets it go on; what has arrived stays there meanwhile. */
export type UploadControl = { pause: () => void; resume: () => void };
