-- Servers of before told each other's pages here, in the open, what a notification had no room for.
DROP TABLE IF EXISTS "socket_io_attachments";
