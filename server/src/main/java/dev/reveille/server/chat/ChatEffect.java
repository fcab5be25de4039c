package dev.reveille.server.chat;

/** The effects of chat under one name, for those who do not name their owners yet. */
interface ChatEffect
    extends DeliveryEffect,
        ChannelEffect,
        MailEffect,
        PresenceEffect,
        DoorEffect,
        SleepEffect,
        ProofEffect,
        FiringEffect {}
