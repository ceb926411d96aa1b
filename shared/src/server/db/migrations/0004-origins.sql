-- Origin of events and jobs. `request_id` is the id of the request in the log. `traceparent` is that of the span
-- that recorded the event (https://www.w3.org/TR/trace-context/), where spans are sent to a collector.
alter table outbox add column request_id uuid, add column traceparent text;
alter table outbox_refused add column request_id uuid, add column traceparent text;
alter table outbox_published add column request_id uuid, add column traceparent text;
alter table job_parked add column request_id uuid;
