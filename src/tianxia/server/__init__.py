"""HTTP and WebSocket: pages, the table socket, security."""
