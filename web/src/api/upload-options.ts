/** Abort reason of an upload that is to be resumed later; the uploaded pieces are kept. */
export const LEFT = 'left';

/** Options and callbacks of an upload. */
export type UploadOptions = {
  signal?: AbortSignal;
  /** Called with the uploaded share, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Called with the pause control if the upload is sent in pieces. */
  onPieces?: (control: UploadControl) => void;
  /** Called with the reason of a pause, and with null when the upload resumes. */
  onHold?: (hold: UploadHold | null) => void;
};

/** Reason of a pause: the user paused the upload, or the server is unreachable. */
export type UploadHold = 'paused' | 'offline';

/** Pauses and resumes an upload; uploaded pieces are kept. */
export type UploadControl = { pause: () => void; resume: () => void };
