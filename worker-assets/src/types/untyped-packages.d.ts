declare module 'draco3dgltf' {
  const draco3d: { createDecoderModule: () => Promise<unknown>; createEncoderModule: () => Promise<unknown> };
  export default draco3d;
}

declare module 'gltf-validator' {
  export type ValidatorMessage = { code: string; message: string; severity: 0 | 1 | 2 | 3; pointer?: string };
  export type ValidatorReport = {
    issues: { numErrors: number; numWarnings: number; messages: ValidatorMessage[]; truncated: boolean };
  };
  export type ValidatorOptions = { maxIssues?: number; severityOverrides?: Record<string, number> };
  const validator: {
    validateBytes: (bytes: Uint8Array, options?: ValidatorOptions) => Promise<ValidatorReport>;
  };
  export default validator;
}

declare module 'heic-decode' {
  type Decoded = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> };
  const decode: (input: { buffer: Uint8Array }) => Promise<Decoded>;
  export default decode;
}
