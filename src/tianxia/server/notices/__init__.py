"""Telling people who have no page open that it is their turn: web push and webhooks."""
