export { recordEvent, recordEvents } from './db/outbox.ts';
