"""The process: settings, store, Discord client and the tables it runs."""
