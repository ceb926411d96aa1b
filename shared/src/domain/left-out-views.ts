import { type ImportMessage, importMessage } from './import-message.ts';

/** The report's lines for cameras and lights of a model: scenes have their own. */
export function leftOutViews({ cameras, lights }: { cameras: number; lights: number }): ImportMessage[] {
  return [
    ...(cameras > 0 ? [importMessage('lost.cameras', { count: cameras })] : []),
    ...(lights > 0 ? [importMessage('lost.lights', { count: lights })] : []),
  ];
}
