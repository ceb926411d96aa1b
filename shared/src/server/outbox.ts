export { recordEvent, recordEvents } from './db/outbox.ts';
export { createPublisher, type Publisher } from './publisher.ts';
