-- What an entry of a stream is, unless it is a message.
ALTER TABLE messages ADD COLUMN kind TEXT;
