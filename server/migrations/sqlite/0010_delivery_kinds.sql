-- Deliveries are called notifications, as everywhere else.
update outbox set kind = replace(kind, 'notice_', 'notification_') where kind like 'notice_%';
