-- Digest of all that the files of a combination are made from, in hex. Equal combinations of a workspace share files.
alter table option_outputs add column content_digest text;
create index option_outputs_content on option_outputs (content_digest) where content_digest is not null;
